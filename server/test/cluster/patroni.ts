import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../src/platform/free-port.js'
import { giveFile, makeFolder, type Program, runProgram, waitForPort } from './programs.js'

type Node = { name: string; apiPort: number; port: number; dataDir: string; settings: string }

export type Cluster = {
  /** Names all servers. */
  url: string
  /** Returns the name of the primary, or null while there is none. */
  findPrimary(): Promise<string | null>
  /** Kills PostgreSQL, and leaves Patroni, which then promotes another server. */
  killPostgres(name: string): void
  /** Kills PostgreSQL and Patroni, as when a machine is lost. */
  killNode(name: string): Promise<void>
  startNode(name: string): void
  /** Waits until every server runs, one of them as a synchronous standby. */
  waitUntilHealthy(): Promise<void>
  close(): Promise<void>
}

const healthyWithinMs = 90_000

/** Starts etcd and three servers, with the settings of docs/scaling.md. */
export async function startCluster(): Promise<Cluster> {
  const folder = makeFolder('patroni')
  const [etcdPort, peerPort] = [await findFreePort(), await findFreePort()]
  const etcd = runProgram(
    [
      'etcd',
      `--data-dir=${join(folder.path, 'etcd')}`,
      `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
      `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
      `--initial-cluster=default=http://127.0.0.1:${peerPort}`,
    ],
    { folder: folder.path, name: 'etcd' },
  )
  await waitForPort(etcdPort, etcd)

  const nodes: Node[] = []
  for (const name of ['a', 'b', 'c']) nodes.push(await writeNode(folder.path, name, etcdPort))
  const programs = new Map<string, Program>()
  const start = ({ name, settings }: Node) =>
    programs.set(name, runProgram(['patroni', settings], { folder: folder.path, name }))
  for (const node of nodes) start(node)

  const nodeOf = (name: string) => {
    const node = nodes.find((candidate) => candidate.name === name)
    if (!node) throw new Error(`There is no node ${name}`)
    return node
  }
  const cluster: Cluster = {
    url: `postgres://tallystick:test@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`,
    async findPrimary() {
      for (const { name, apiPort } of nodes) if (await isOk(apiPort, 'primary')) return name
      return null
    },
    killPostgres(name) {
      process.kill(readPostmaster(nodeOf(name)), 'SIGKILL')
    },
    async killNode(name) {
      const postmaster = readPostmaster(nodeOf(name))
      await programs.get(name)?.stop('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
    },
    startNode: (name) => void start(nodeOf(name)),
    async waitUntilHealthy() {
      const endsAt = performance.now() + healthyWithinMs
      for (;;) {
        const answers = await Promise.all(nodes.map(({ apiPort }) => isOk(apiPort, 'health')))
        const synchronous = await Promise.all(
          nodes.map(({ apiPort }) => isOk(apiPort, 'synchronous')),
        )
        if (answers.every(Boolean) && synchronous.some(Boolean) && (await cluster.findPrimary()))
          return
        if (performance.now() > endsAt) {
          const logs = Array.from(programs.values(), (program) => program.output().slice(-2_000))
          throw new Error(`The cluster is not healthy:\n${logs.join('\n\n')}`)
        }
        await sleep(200)
      }
    },
    async close() {
      await Promise.all(Array.from(programs.values(), (program) => program.stop()))
      await etcd.stop()
      folder.remove()
    },
  }
  await cluster.waitUntilHealthy()
  return cluster
}

async function isOk(apiPort: number, path: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${apiPort}/${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

function readPostmaster({ dataDir }: Node): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function writeNode(folder: string, name: string, etcdPort: number): Promise<Node> {
  const home = join(folder, `node-${name}`)
  mkdirSync(home, { mode: 0o700 })
  giveFile(home)
  const dataDir = join(home, 'data')
  const [apiPort, port] = [await findFreePort(), await findFreePort()]
  const settings = join(folder, `${name}.json`)
  // Every JSON document is a YAML document.
  writeFileSync(settings, JSON.stringify(settingsOf({ name, dataDir, apiPort, port, etcdPort })))
  giveFile(settings)
  return { name, apiPort, port, dataDir, settings }
}

function settingsOf(node: {
  name: string
  dataDir: string
  apiPort: number
  port: number
  etcdPort: number
}) {
  const api = `127.0.0.1:${node.apiPort}`
  const address = `127.0.0.1:${node.port}`
  const account = (username: string) => ({ username, password: 'test' })
  return {
    scope: 'tallystick',
    name: node.name,
    restapi: { listen: api, connect_address: api },
    etcd3: { host: `127.0.0.1:${node.etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 120, wal_keep_size: '128MB', shared_buffers: '32MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: node.dataDir,
      bin_dir: '/usr/lib/postgresql/15/bin',
      authentication: {
        superuser: account('tallystick'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
}
