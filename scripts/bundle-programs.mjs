import { dirname, join, parse } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Bundles TypeScript programs that are not part of the service, such as benchmarks and generators.
 * Returns the path of one file per entry.
 */
export async function bundlePrograms(entries) {
  const outdir = join(root, '.cache', 'programs')
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    entryNames: '[name]',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    logLevel: 'error',
  })
  return entries.map((entry) => join(outdir, `${parse(entry).name}.js`))
}

/** Bundles TypeScript modules and imports them. */
export async function importTypeScript(entries) {
  const files = await bundlePrograms(entries)
  return Promise.all(files.map((file) => import(pathToFileURL(file).href)))
}
