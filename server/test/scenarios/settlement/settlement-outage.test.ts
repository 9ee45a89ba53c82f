import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWatcher, type Watcher } from '../../../src/features/settlement/round.js'
import { createViemChain } from '../../../src/platform/chain/viem-chain.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { startRpcNode } from '../../fixtures/servers/rpc-node.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
let seller: Seller
let way: Awaited<ReturnType<typeof startWay>>
let watcher: Watcher
const { signal } = new AbortController()
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, { items: [{ sku: 'A', name: 'A', priceUsd: 100 }] })
  way = await startWay(paying.chain.url)
  const chain = createViemChain({ chainRpcUrl: [way.url()], chainId: 84_532 })
  if (!chain) throw new Error('no chain is configured')
  watcher = createWatcher(paying.app.ctx, chain)
  await watcher.runRound(signal)
}, 60_000)
afterAll(async () => {
  await way.close()
  await paying.close()
})

/** Creates an order and pays it on chain. */
async function payOne(): Promise<string> {
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  const to = await paying.depositOf(seller.wallet, receipt.receiptId)
  await paying.pay('USDC', { from: paying.buyer, to, units: 100_500_000n })
  return receipt.receiptId
}

const statusesOf = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await seller.get(`/api/receipts/${id}`)).json().status))

describe('runRound', () => {
  test('behavior: finds payments of an outage in the first round after it', async () => {
    await way.close()
    const ids = [await payOne(), await payOne(), await payOne()]
    await expect(watcher.runRound(signal)).rejects.toThrow()
    expect(await statusesOf(ids)).toEqual(['generated', 'generated', 'generated'])
    await way.open()
    await watcher.runRound(signal)
    expect(await statusesOf(ids)).toEqual(['paid', 'paid', 'paid'])
  })

  test('behavior: does not treat an invalid response as an empty one', async () => {
    await way.close()
    const id = await payOne()
    const respond = () => ({ error: { code: -32_005, message: 'too many requests' } })
    const node = await startRpcNode({ port: way.port(), respond })
    await expect(watcher.runRound(signal)).rejects.toThrow()
    await node.close()
    expect(await statusesOf([id])).toEqual(['generated'])
    await way.open()
    await watcher.runRound(signal)
    expect(await statusesOf([id])).toEqual(['paid'])
  })
})

/** A proxy to the chain that can be closed and reopened. */
async function startWay(target: string) {
  const sockets = new Set<Socket>()
  const { hostname, port: targetPort } = new URL(target)
  const server = createServer((inside) => {
    const outside = connect(Number(targetPort), hostname)
    for (const socket of [inside, outside]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    inside.pipe(outside).pipe(inside)
  })
  let port = 0
  async function open(): Promise<void> {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  await open()
  return {
    open,
    url: () => `http://127.0.0.1:${port}`,
    port: () => port,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
