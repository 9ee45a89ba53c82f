export function bundlePrograms(entries: readonly string[]): Promise<string[]>
