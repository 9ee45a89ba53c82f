import { createDatabase, installPeer, type Peer, startPeer } from '../peer.js'
import { createProduct } from './create-product.js'

const packages = {
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

/** Installs Vendure, starts it on a database of its own, and creates a product with tax. */
export async function startVendure(serverUrl: string): Promise<Peer> {
  const name = 'Vendure'
  const files = { 'server.cjs': program }
  const folder = installPeer({ name, needs: '@vendure/core', packages, files })
  const databaseUrl = await createDatabase(serverUrl, 'vendure')
  const { origin, stop } = await startPeer(name, {
    folder,
    args: () => ['server.cjs'],
    environment: (port) => ({ ...process.env, PORT: String(port), DATABASE_URL: databaseUrl }),
  })
  const id = await createProduct(`${origin}/admin-api`)
  return { name, origin, path: '/shop-api', order: { query, variables: { id } }, headers: {}, stop }
}
