// The default port of the studio, to which links of reports refer.

export const DEFAULT_PORT = '5178';
