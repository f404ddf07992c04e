// Where the studio is served unless somebody says otherwise: links of reports lead there.

export const DEFAULT_PORT = '5178';
