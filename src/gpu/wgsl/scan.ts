// Kernels of an exclusive prefix sum of integers, in place: blocks of 2048, then the sums of blocks by one workgroup,
// then both are added. The total goes to a counter.

export const SCAN = /* wgsl */ `
var<workgroup> part: array<u32, 256>;

fn scanPart(lane: u32, own: u32) -> u32 {
  part[lane] = own;
  workgroupBarrier();
  for (var step = 1u; step < 256u; step *= 2u) {
    var before = 0u;
    if (lane >= step) { before = part[lane - step]; }
    workgroupBarrier();
    part[lane] += before;
    workgroupBarrier();
  }
  return part[lane] - own;
}

@compute @workgroup_size(256)
fn scanBlocks(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = group.x * 2048u + lane * 8u;
  var values: array<u32, 8>;
  var sum = 0u;
  for (var i = 0u; i < 8u; i++) {
    var value = 0u;
    if (first + i < stage.count) { value = scanned[first + i]; }
    values[i] = sum;
    sum += value;
  }
  let before = scanPart(lane, sum);
  for (var i = 0u; i < 8u; i++) { if (first + i < stage.count) { scanned[first + i] = before + values[i]; } }
  if (lane == 255u) { blockSums[group.x] = before + sum; }
}

@compute @workgroup_size(256)
fn scanSums(@builtin(local_invocation_index) lane: u32) {
  let blocks = (stage.count + 2047u) / 2048u;
  var carried = 0u;
  for (var first = 0u; first < blocks; first += 256u) {
    var own = 0u;
    if (first + lane < blocks) { own = blockSums[first + lane]; }
    let before = scanPart(lane, own);
    if (first + lane < blocks) { blockSums[first + lane] = carried + before; }
    carried += part[255];
    workgroupBarrier();
  }
  if (lane == 0u) { atomicStore(&counters[stage.index], carried); }
}

@compute @workgroup_size(256)
fn scanAdd(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let before = blockSums[group.x];
  for (var i = 0u; i < 8u; i++) {
    let at = group.x * 2048u + i * 256u + lane;
    if (at < stage.count) { scanned[at] += before; }
  }
}
`;
