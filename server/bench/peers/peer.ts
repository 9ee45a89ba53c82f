import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '../../src/platform/free-port.js'
import { projectRoot } from '../../src/platform/project-root.js'
import { print } from '../statistics.js'

/** Another commerce server, and a request that creates a priced order there. */
export type Peer = {
  name: string
  origin: string
  path: string
  order: object
  headers: Record<string, string>
  stop(): Promise<void>
}

type Program = {
  name: string
  /** The package whose presence shows that all are installed. */
  needs: string
  packages: object
  /** Files beside the packages, by their names. */
  files: Record<string, string>
}

export type PeerProcess = { origin: string; stop(): Promise<void> }

/** Installs the packages of a server into a folder of its own, and returns the folder. */
export function installPeer({ name, needs, packages, files }: Program): string {
  const folder = join(projectRoot(), '.cache', name.toLowerCase())
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...packages }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  if (!existsSync(join(folder, 'node_modules', needs))) {
    print(`Installing ${name} ...`)
    const flags = ['--no-audit', '--no-fund', '--legacy-peer-deps']
    execFileSync('npm', ['install', ...flags], { cwd: folder, stdio: 'ignore' })
  }
  return folder
}

/** Creates an empty database beside that of the service, and returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a program of Node and waits until it responds to `/health`. */
export async function startPeer(
  name: string,
  input: {
    folder: string
    args: (port: number) => string[]
    environment: (port: number) => Record<string, string | undefined>
  },
): Promise<PeerProcess> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, input.args(port), {
    cwd: input.folder,
    env: input.environment(port),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilHealthy(name, { origin, child })
  return {
    origin,
    async stop() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

async function waitUntilHealthy(
  name: string,
  { origin, child }: { origin: string; child: ChildProcess },
): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${name} did not start.`)
    const response = await fetch(`${origin}/health`).catch(() => null)
    if (response?.ok) return
    await sleep(200)
  }
  child.kill()
  throw new Error(`${name} did not start in time.`)
}
