// Builds the service and the pages that browsers load, from production sources only. `npm run
// check` checks types.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePages, clientDir } from './bundle-pages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const workspaces = ['server', 'web', 'sdk']
/** Packages of many ES modules. Bundled, they take a third less CPU time to load. */
const bundledPackages = [
  '@adraffy',
  '@modelcontextprotocol',
  '@noble',
  '@scure',
  '@x402',
  'abitype',
  'graphql',
  'jose',
  'ox',
  'typebox',
  'viem',
  'zod',
]
/** Run in a thread and in a process, so they need their own files. */
const workers = [
  'auth/devices/pins/pin-worker',
  'features/portal/downloads/pdf/print-worker',
  'platform/media/decoder-process',
]

/** Code that Node runs: the service, the components it renders pages with, and the SDK. */
const code = {
  stamp: join('server', 'dist', '.stamp'),
  inputs: () => ['scripts/build.mjs', 'package-lock.json', ...workspaces.flatMap(listSources)],
  run: compileCode,
}

/** Scripts and styles that browsers load. */
const pages = {
  stamp: join(clientDir, '.stamp'),
  inputs: () => [
    'scripts/build.mjs',
    'scripts/bundle-pages.mjs',
    'package-lock.json',
    join('web', 'vite.config.ts'),
    join('web', 'group-modules.ts'),
    ...listPageSources(),
  ],
  run: bundlePages,
}

export function isBuilt() {
  return [code, pages].every(isCurrent)
}

/** Builds the parts whose sources have changed, in parallel. */
export async function build() {
  await Promise.all([code, pages].filter((part) => !isCurrent(part)).map(buildPart))
}

async function buildPart(part) {
  const fingerprint = fingerprintOf(part)
  // Until the build is complete, its output matches no fingerprint.
  rmSync(join(root, part.stamp), { force: true })
  await part.run()
  writeFileSync(join(root, part.stamp), fingerprint)
}

/** Returns whether a file is part of the service: TypeScript that is not a test. */
export function isProduction(path) {
  return /\.tsx?$/.test(path) && !/\.(test|chaos|properties|d)\.tsx?$/.test(path)
}

async function compileCode() {
  await Promise.all(
    workspaces.map(async (workspace) => {
      const isServer = workspace === 'server'
      const outputs = isServer ? await bundleServer() : await compile(workspace)
      removeStale(workspace, outputs)
    }),
  )
}

/**
 * Bundles the service, because a few files load several times faster than hundreds. Returns the
 * paths of the output.
 */
function bundleServer() {
  const entries = ['main', 'verify-audit', 'deploy-contracts', 'doctor', ...workers]
  return compile('server', {
    entryPoints: entries.map((name) => join('server', 'src', `${name}.ts`)),
    bundle: true,
    splitting: true,
    plugins: [{ name: 'external-packages', setup: leaveOutPackages }],
    chunkNames: 'chunks/[name]-[hash]',
  })
}

/** Leaves packages to Node, except those that are bundled. */
function leaveOutPackages(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
    const isBundled = kind === 'entry-point' || bundledPackages.includes(path.split('/')[0])
    return isBundled ? undefined : { path, external: true }
  })
}

/** Compiles a workspace, one JavaScript file per source. Returns the paths of the output. */
async function compile(workspace, options = { entryPoints: listSources(workspace) }) {
  const esbuild = await import('esbuild')
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    ...options,
    outbase: join(workspace, 'src'),
    outdir: join(workspace, 'dist'),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    logLevel: 'error',
    metafile: true,
  })
  return Object.keys(metafile.outputs)
}

/**
 * Removes output without a source. It keeps files in use, so a running service can still load its
 * modules.
 */
function removeStale(workspace, outputs) {
  const current = new Set(outputs)
  const isOurs = (path) => /\.js(\.map)?$/.test(path) && !path.startsWith(clientDir)
  for (const path of listFiles(join(workspace, 'dist'))) {
    if (isOurs(path) && !current.has(path)) rmSync(join(root, path))
  }
}

function isCurrent(part) {
  const stamp = join(root, part.stamp)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOf(part)
}

function fingerprintOf({ inputs }) {
  const hash = createHash('sha256')
  for (const path of inputs()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function listSources(workspace) {
  return listFiles(join(workspace, 'src')).filter(isProduction)
}

function listPageSources() {
  const isStyle = (path) => path.endsWith('.css')
  return listFiles(join('web', 'src')).filter((path) => isProduction(path) || isStyle(path))
}

function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}
