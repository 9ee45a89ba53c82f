import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useOwnService } from './helpers/client.js'
import { readBlocks } from './helpers/code-blocks.js'
import { projectDir } from './helpers/tallystick.js'

const execute = promisify(execFile)
const document = join(projectDir, 'server', 'openapi.json')
const folder = mkdtempSync(join(tmpdir(), 'tallystick-clients-'))
const service = useOwnService({})

/** Too large to be dependencies of the project, and needed by these tests only. */
const packages = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  '@types/node@20.19.43',
  'openapi-fetch@0.17.0',
  'openapi-typescript@7.13.0',
  'publint@0.3.25',
  'typescript@6.0.3',
]

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const sdk = join(projectDir, 'sdk')
  // A merchant installs the packed files, not the folder of the project.
  await execute(tool('tsc', projectDir), ['-b', 'sdk'], { cwd: projectDir })
  const { stdout } = await execute('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: sdk,
  })
  const options = ['--no-audit', '--no-fund', '--legacy-peer-deps']
  await execute('npm', ['install', ...options, ...packages, `./${stdout.trim()}`], { cwd: folder })
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function tool(name: string, root = folder): string {
  return join(root, 'node_modules', '.bin', name)
}

/**
 * Generates a client from the running service with the command of docs/api.md that starts with
 * these words.
 */
async function generate(words: string): Promise<void> {
  const lines = readBlocks('docs/api.md').flatMap(({ code }) => code.split('\n'))
  const command = lines.find((line) => line.startsWith(words))
  if (!command) throw new Error(`docs/api.md has no command "${words}"`)
  const env = { ...process.env, URL: service.origin }
  await execute('bash', ['-c', command], { cwd: folder, env, maxBuffer: 2 ** 26 })
}

/**
 * Checks the types of a program under `strict`, bundles it and runs it against the service. Returns
 * its output.
 */
async function compileAndRun(name: string, program: string): Promise<string> {
  writeFileSync(join(folder, `${name}.ts`), program)
  // Generated clients import their files without extensions, as bundlers resolve them.
  const resolution = ['--module', 'esnext', '--moduleResolution', 'bundler']
  const flags = ['--strict', '--noEmit', '--target', 'es2022', '--types', 'node', ...resolution]
  await execute(tool('tsc'), [`${name}.ts`, ...flags], { cwd: folder }).catch((error) => {
    throw new Error(error.stdout)
  })
  const bundle = `${name}.bundle.mjs`
  const options = ['--bundle', '--format=esm', '--platform=node', `--outfile=${bundle}`]
  await execute(tool('esbuild', projectDir), [`${name}.ts`, ...options], { cwd: folder })
  return runProgram(bundle)
}

async function runProgram(file: string): Promise<string> {
  const { PATH = '' } = process.env
  const env = { PATH, URL: service.origin, KEY: service.demo.apiKey }
  return (await execute(process.execPath, [file], { cwd: folder, env })).stdout.trim()
}

const sale = `{ items: [{ sku: 'COFFEE-1', qty: 2 }], taxRate: 0.095 }`

describe('linters', () => {
  test('default: Redocly has no warning', async () => {
    const config = join(projectDir, 'redocly.yaml')
    const { stdout } = await execute(
      tool('redocly'),
      ['lint', document, '--config', config, '--format', 'json'],
      { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, maxBuffer: 2 ** 26 },
    )
    expect(JSON.parse(stdout).problems).toEqual([])
  })

  test('default: Spectral has no warning', async () => {
    const rulesPath = join(folder, 'spectral.json')
    const ruleset = join(projectDir, '.spectral.yaml')
    const options = ['--ruleset', ruleset, '--format', 'json', '--output', rulesPath]
    await execute(tool('spectral'), ['lint', document, ...options], { cwd: folder }).catch(() => {})
    expect(JSON.parse(readFileSync(rulesPath, 'utf8'))).toEqual([])
  })
})

describe('generated clients', () => {
  test('default: openapi-typescript with openapi-fetch makes a sale', async () => {
    await generate('npx openapi-typescript')
    const output = await compileAndRun(
      'with-openapi-fetch',
      `import createClient from 'openapi-fetch'
import type { paths } from './api.js'

const client = createClient<paths>({
  baseUrl: String(process.env['URL']),
  headers: { 'x-api-key': String(process.env['KEY']) },
})
const { data, error } = await client.POST('/api/orders', { body: ${sale} })
if (!data) throw new Error(JSON.stringify(error))
const id: string = data.receipt.receiptId
const listed = await client.GET('/api/receipts', { params: { query: { limit: 2, q: id } } })
console.log(listed.data?.receipts[0]?.receiptId === id, data.receipt.status)
`,
    )
    expect(output).toBe('true generated')
  })

  test('default: @hey-api/openapi-ts makes a sale', async () => {
    await generate('npx -p typescript@5.9.3 -p @hey-api/openapi-ts@0.94.0')
    const output = await compileAndRun(
      'with-hey-api',
      `import { client } from './client/client.gen.js'
import { getReceipts, postOrders } from './client/sdk.gen.js'

client.setConfig({
  baseUrl: String(process.env['URL']),
  headers: { 'x-api-key': String(process.env['KEY']) },
})
const { data } = await postOrders({ body: ${sale}, throwOnError: true })
const id: string = data.receipt.receiptId
const listed = await getReceipts({ query: { limit: 2, q: id }, throwOnError: true })
console.log(listed.data.receipts[0]?.receiptId === id, data.receipt.status)
`,
    )
    expect(output).toBe('true generated')
  })
})

describe('the SDK as an installed package', () => {
  test('default: publint has no remark', async () => {
    const installed = join(folder, 'node_modules', '@tallystick', 'sdk')
    const { stdout } = await execute(tool('publint'), ['run', installed, '--strict'], {
      cwd: folder,
    })
    expect(stdout).toContain('All good')
  })

  const program = `import { createClient, isFinal } from '@tallystick/sdk'

const client = createClient({ baseUrl: process.env.URL ?? '', apiKey: process.env.KEY })
const receipt = await client.orders.create(${sale})
const ids = []
for await (const { receiptId } of client.receipts.listAll({ q: receipt.receiptId })) ids.push(receiptId)
const { totalFeePct } = await client.pricing.get()
const { jurisdictions } = await client.tax.catalog({ code: 'US-CA' })
const { directory } = await client.directory.shops({ limit: 1 })
console.log(ids.length, isFinal(receipt), totalFeePct > 0, jurisdictions.length, directory.length)
console.log((await client.split.get())?.totalBps)
`

  test('default: works from strict TypeScript', async () => {
    expect(await compileAndRun('with-sdk', program)).toBe('1 false true 1 1\n10000')
  })

  test('default: works from plain JavaScript', async () => {
    writeFileSync(join(folder, 'with-sdk.mjs'), program)
    expect(await runProgram('with-sdk.mjs')).toBe('1 false true 1 1\n10000')
  })
})
