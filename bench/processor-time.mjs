// The clock for comparisons on a machine that others use too.

/** What this process has had of the processors: other programs do not count towards it [ms]. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
