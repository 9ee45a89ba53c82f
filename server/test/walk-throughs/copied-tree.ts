import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { Client } from 'pg'
import ts from 'typescript'
import { inject } from 'vitest'
import { unixMs } from '../../src/lib/time.js'
import { migrate } from '../../src/platform/db/migrate.js'
import { projectRoot } from '../../src/platform/project-root.js'
import { silentLog } from '../fixtures/silent-log.js'
import { templateDatabase, urlOfDatabase } from '../test-database.js'

const template = 'template_walk_through'

/**
 * Copies the sources of the service into a new folder, by hard links, and links everything else.
 */
export function copyTree(): string {
  const origin = projectRoot()
  const root = join(origin, '.cache', `walk-through-${process.pid}`)
  rmSync(root, { recursive: true, force: true })
  for (const folder of ['server/src', 'server/test', 'server/migrations', 'docs']) {
    linkFiles(join(origin, folder), join(root, folder))
  }
  const linked = ['node_modules', 'package.json', 'scripts', 'sdk', 'web', 'tsconfig.base.json']
  const inServer = ['data', 'openapi.json', 'package.json', 'scripts', 'tsconfig.json']
  for (const name of [...linked, ...inServer.map((file) => `server/${file}`)]) {
    symlinkSync(join(origin, name), join(root, name))
  }
  useTemplate(root)
  return root
}

function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFiles(source, target)
    else linkSync(source, target)
  }
}

/** The databases of the tests are copied from templates, which must have the new tables. */
function useTemplate(root: string): void {
  const path = join(root, 'server/test/test-database.ts')
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  writeFileSync(path, text.replaceAll(templateDatabase, template))
  const harness = join(root, 'server/test/harness.ts')
  const code = readFileSync(harness, 'utf8')
  rmSync(harness)
  writeFileSync(harness, code.replaceAll("'template_canaries'", `'${template}_canaries'`))
}

/**
 * Creates the template of the copied tree: the usual one, with the migrations that the
 * walk-throughs add.
 */
export async function createTemplates(root: string): Promise<void> {
  const postgresUrl = inject('postgresUrl')
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(`create database ${template} template ${templateDatabase} strategy file_copy`)
  await client.end()
  await migrate({
    url: urlOfDatabase(postgresUrl, template),
    directory: join(root, 'server/migrations'),
    now: () => unixMs(0),
    log: silentLog,
  })
}

/**
 * Bundles the test files among `paths`. Returns the paths of the bundles, which share their
 * modules.
 */
export async function buildTests(root: string, paths: readonly string[]): Promise<string[]> {
  const entryPoints = paths.filter((path) => path.endsWith('.test.ts'))
  const outdir = join(root, '.cache')
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    metafile: true,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    logLevel: 'error',
  })
  return Object.entries(metafile.outputs)
    .filter(([, { entryPoint }]) => entryPoint)
    .map(([path]) => join(root, path))
}

/** Returns the type errors in these files of the copied tree. */
export function findTypeErrors(root: string, paths: readonly string[]): string[] {
  const configFile = join(root, 'server/tsconfig.json')
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile))
  const files = [...new Set(paths)]
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(root, path))
  // A program of some files only, which writes nothing.
  const { tsBuildInfoFile: _, ...kept } = options
  const program = ts.createProgram(files, { ...kept, composite: false, incremental: false })
  return files.flatMap((file) => {
    const source = program.getSourceFile(file)
    const diagnostics = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]
    return diagnostics.map(
      ({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  })
}
