import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { projectRoot } from '../../src/platform/project-root.js'
import { print } from '../statistics.js'
import { createProduct } from './create-product.js'

export type Vendure = { origin: string; path: string; order: object; stop(): Promise<void> }

const packages = {
  private: true,
  dependencies: { '@vendure/core': '3.7.3', pg: '8.23.1', 'reflect-metadata': '0.2.2' },
  // Later versions need a newer Node.
  overrides: { '@graphql-tools/batch-execute': '10.2.0' },
}

const program = `require('reflect-metadata')
const { bootstrap, DefaultLogger, LogLevel } = require('@vendure/core')
const superadminCredentials = { identifier: 'superadmin', password: 'superadmin' }
bootstrap({
  apiOptions: { port: Number(process.env.PORT), hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: { tokenMethod: 'bearer', superadminCredentials },
  dbConnectionOptions: { type: 'postgres', url: process.env.DATABASE_URL, synchronize: true, poolSize: 16 },
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
})
`

/** Adds one item to a new order of a new session, which prices it with tax. */
const query = `mutation Add($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 2) {
  __typename ... on Order { id code totalWithTax }
} }`

/**
 * Installs Vendure into a folder of its own, starts it on a database of its own, and creates a
 * product with tax.
 */
export async function startVendure(serverUrl: string): Promise<Vendure> {
  const folder = install()
  const database = new URL(serverUrl)
  database.pathname = '/vendure'
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query('create database vendure')
  await client.end()

  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = { ...process.env, PORT: String(port), DATABASE_URL: database.href }
  const child = spawn(process.execPath, ['server.cjs'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitFor(`${origin}/health`, child)
  const id = await createProduct(`${origin}/admin-api`)
  return {
    origin,
    path: '/shop-api',
    order: { query, variables: { id } },
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function install(): string {
  const folder = join(projectRoot(), '.cache', 'vendure')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packages))
  writeFileSync(join(folder, 'server.cjs'), program)
  if (!existsSync(join(folder, 'node_modules', '@vendure'))) {
    print('Installing Vendure ...')
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  }
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error('Vendure did not start.')
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await sleep(200)
  }
  throw new Error('Vendure did not start in time.')
}
