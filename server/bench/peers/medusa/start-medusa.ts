import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createDatabase, installPeer, type Peer, startPeer } from '../peer.js'
import { createProduct } from './create-product.js'

const version = '2.21.2'
const names = ['@medusajs/medusa', '@medusajs/framework', '@medusajs/cli']
const packages = { dependencies: Object.fromEntries(names.map((name) => [name, version])) }

/** Cache, events and workflows are kept in memory, as Medusa does without Redis. */
const config = `const { defineConfig } = require('@medusajs/framework/utils')
module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: { jwtSecret: 'bench', cookieSecret: 'bench', storeCors: '*', adminCors: '*', authCors: '*' },
  },
})
`

/** Installs Medusa, starts it on a database of its own, and creates a product with tax. */
export async function startMedusa(serverUrl: string): Promise<Peer> {
  const name = 'Medusa'
  const files = { 'medusa-config.js': config }
  const folder = installPeer({ name, needs: '@medusajs/medusa', packages, files })
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    LOG_LEVEL: 'error',
    DATABASE_URL: await createDatabase(serverUrl, 'medusa'),
  }
  const program = join(folder, 'node_modules', '@medusajs', 'cli', 'cli.js')
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args], {
      cwd: folder,
      env: environment,
      stdio: 'ignore',
    })
  const owner = { email: 'bench@example.com', password: 'bench-password' }
  run('db:migrate')
  run('user', '--email', owner.email, '--password', owner.password)
  const { origin, stop } = await startPeer(name, {
    folder,
    args: (port) => [program, 'start', '--host', '127.0.0.1', '--port', String(port)],
    environment: () => environment,
  })
  const { order, key } = await createProduct(origin, owner)
  return {
    name,
    origin,
    path: '/store/carts',
    order,
    headers: { 'x-publishable-api-key': key },
    stop,
  }
}
