import type { Shop } from './start-target.js'

export type Call = { path: string; body?: object; status?: number }

/** A request of the real app, and that of a bare handler. */
export type Row = {
  name: string
  ours: Call
  bare: Call
  /** The lowest acceptable ratio at 32 connections, or null. */
  floor: number | null
}

/** Lists the requests to measure, of items with pictures. */
export function rowsOf({ paths, picturedOrder: order, x402 }: Shop): Row[] {
  const document = (kind: keyof Shop['paths']) => ({ path: `/documents/${kind}` })
  const bareOrder = { path: '/order', body: order }
  return [
    {
      name: 'create order, 5 lines',
      ours: { path: '/api/orders', body: order },
      bare: bareOrder,
      floor: 0.6,
    },
    { name: 'get receipt', ours: { path: paths.receipt }, bare: document('receipt'), floor: 0.8 },
    { name: 'receipt status', ours: { path: paths.status }, bare: document('status'), floor: 0.8 },
    { name: 'list 100 receipts', ours: { path: paths.list }, bare: { path: '/list' }, floor: 0.6 },
    { name: 'portal API', ours: { path: paths.portal }, bare: document('portal'), floor: 0.3 },
    { name: 'payment page', ours: { path: paths.page }, bare: { path: '/page' }, floor: 0.05 },
    {
      name: 'search the catalog',
      ours: { path: paths.catalog },
      bare: document('catalog'),
      floor: null,
    },
    {
      name: 'search the directory',
      ours: { path: paths.directory },
      bare: document('directory'),
      floor: null,
    },
    {
      name: 'x402 challenge',
      ours: { path: '/api/x402/orders', body: x402, status: 402 },
      bare: bareOrder,
      floor: null,
    },
    {
      name: 'ping with a key',
      ours: { path: '/api/status/ping' },
      bare: { path: '/ping' },
      floor: null,
    },
  ]
}
