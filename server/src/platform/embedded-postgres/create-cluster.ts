import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.js'
import { giveTo, type Launcher } from './server-user.js'

export const clusterUser = 'tallystick'

export type CreateClusterInput = {
  clusterDir: string
  password: string
  binaries: Binaries
  launcher: Launcher
}

/**
 * Creates the cluster unless it exists. It is prepared under another name and renamed when
 * complete, so that a crash never leaves a partial cluster.
 */
export async function createCluster(input: CreateClusterInput): Promise<void> {
  const { clusterDir, launcher } = input
  removeDrafts(clusterDir)
  if (existsSync(clusterDir)) return

  const draft = `${clusterDir}.new-${process.pid}`
  const passwordFile = `${draft}.password`
  try {
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(passwordFile, input.password, { mode: 0o600 })
    giveTo(launcher, draft)
    giveTo(launcher, passwordFile)
    await runInitdb(input, draft, passwordFile)
    renameSync(draft, clusterDir)
  } finally {
    rmSync(draft, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
  }
}

function removeDrafts(clusterDir: string): void {
  const parent = dirname(clusterDir)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(clusterDir)}.new-`)) {
      rmSync(join(parent, name), { recursive: true, force: true })
    }
  }
}

async function runInitdb(
  { binaries, launcher }: CreateClusterInput,
  draft: string,
  passwordFile: string,
): Promise<void> {
  const [command, args] = launcher.command(
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      `--username=${clusterUser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL's own locale sorts the same on every machine, whatever its C library.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    'KILL',
  )

  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`initdb failed: ${stderr.trim() || `exit code ${code}`}`))
    })
  })
}
