declare module 'gltf-validator' {
  export interface Report {
    readonly issues: { readonly numErrors: number; readonly numWarnings: number; readonly messages: readonly object[] };
    readonly info: { readonly animationCount: number; readonly totalTriangleCount: number };
  }
  export function validateBytes(bytes: Uint8Array): Promise<Report>;
}
