import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { loadSandboxSecrets } from './sandbox-secrets.js'
import { ConfigError } from './setting.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(folder, 'data-'))
})

describe('loadSandboxSecrets', () => {
  test('default', () => {
    const secrets = loadSandboxSecrets(dataDir)

    expect(Object.keys(secrets).sort()).toEqual([
      'cronSecret',
      'databasePassword',
      'demoKeySecret',
      'jwtSecret',
      'masterKey',
    ])
    for (const secret of Object.values(secrets)) expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(Object.values(secrets)).size).toBe(5)
  })

  test('behavior: returns the same secrets on every call', () => {
    const secrets = loadSandboxSecrets(dataDir)
    expect(loadSandboxSecrets(dataDir)).toEqual(secrets)
  })

  test('behavior: generates other secrets for another directory', () => {
    const secrets = loadSandboxSecrets(dataDir)
    expect(loadSandboxSecrets(join(dataDir, 'other')).masterKey).not.toBe(secrets.masterKey)
  })

  test('behavior: creates the directory', () => {
    const secrets = loadSandboxSecrets(join(dataDir, 'not', 'there'))
    expect(loadSandboxSecrets(join(dataDir, 'not', 'there'))).toEqual(secrets)
  })

  test('behavior: creates one file, readable only by its owner', () => {
    loadSandboxSecrets(dataDir)

    expect(readdirSync(dataDir)).toEqual(['secrets.json'])
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('behavior: reads existing secrets', () => {
    const secrets = loadSandboxSecrets(dataDir)
    const other = mkdtempSync(join(folder, 'copy-'))
    writeFileSync(join(other, 'secrets.json'), JSON.stringify(secrets))
    expect(loadSandboxSecrets(other)).toEqual(secrets)
  })

  test('behavior: ten concurrent processes get the same secrets', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const responses = await runTenProcesses(dataDir)

    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(responses).toHaveLength(10)
    expect(responses[0]).toEqual(loadSandboxSecrets(dataDir))
    expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  })

  const secret = 'a1'.repeat(32)
  const complete = {
    masterKey: secret,
    jwtSecret: secret,
    cronSecret: secret,
    databasePassword: secret,
    demoKeySecret: secret,
  }

  test.each([
    ['is empty', ''],
    ['was cut off', JSON.stringify(complete).slice(0, -20)],
    ['is not an object', 'null'],
    ['is a number', '5'],
    ['is a list', '[]'],
    ['lacks a secret', JSON.stringify({ ...complete, demoKeySecret: undefined })],
    ['has a short secret', JSON.stringify({ ...complete, jwtSecret: secret.slice(1) })],
    ['has a secret that is not hex', JSON.stringify({ ...complete, masterKey: 'x'.repeat(64) })],
    ['has a secret that is not text', JSON.stringify({ ...complete, cronSecret: null })],
  ])('error: rejects a file that %s', (_name, text) => {
    const path = join(dataDir, 'secrets.json')
    writeFileSync(path, text)

    let problems: readonly string[] = []
    try {
      loadSandboxSecrets(dataDir)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems = error.problems
    }

    expect(problems).toEqual([
      `DATA_DIR: ${path} is damaged; restore it or delete the whole directory`,
    ])
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

/** Returns the secrets of ten processes that start at the same moment. */
async function runTenProcesses(directory: string): Promise<unknown[]> {
  const program = writeProgram()
  const children = Array.from({ length: 10 }, () => fork(program, [directory], { execArgv: [] }))

  try {
    // Each process reports that it is ready and waits.
    await Promise.all(children.map((child) => once(child, 'message')))
    const responses = children.map((child) => once(child, 'message'))
    for (const child of children) child.send('go')
    return (await Promise.all(responses)).map(([response]) => response)
  } finally {
    for (const child of children) child.kill()
  }
}

/** Returns the source as a program that plain Node.js can run. */
function writeProgram(): string {
  const directory = mkdtempSync(join(folder, 'program-'))
  buildSync({
    entryPoints: [join(import.meta.dirname, 'sandbox-secrets.ts')],
    outfile: join(directory, 'sandbox-secrets.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  })

  const path = join(directory, 'main.mjs')
  writeFileSync(
    path,
    `import { loadSandboxSecrets } from './sandbox-secrets.mjs'
process.once('message', () => process.send(loadSandboxSecrets(process.argv[2])))
process.send('ready')
`,
  )
  return path
}
