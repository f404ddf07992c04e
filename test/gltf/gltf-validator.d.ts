declare module 'gltf-validator' {
  /** Severity 0 is an error, 1 a warning, 2 a remark. */
  export interface Issue {
    readonly code: string;
    readonly severity: number;
  }
  export interface Report {
    readonly issues: { readonly numErrors: number; readonly numWarnings: number; readonly messages: readonly Issue[] };
    readonly info: { readonly animationCount: number; readonly totalTriangleCount: number };
  }
  export function validateBytes(bytes: Uint8Array): Promise<Report>;
}
