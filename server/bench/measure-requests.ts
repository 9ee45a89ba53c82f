import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

/** A request of ours, and one of a bare handler that runs one statement on the same database. */
type Pair = { name: string; floor: number; ours: Call; bare: Call }
type Call = { path: string; method?: 'POST'; body?: object }

type Shop = {
  origin: string
  bare: string
  headers: Record<string, string>
  order: object
  receiptId: string
  paymentUrl: string
}
type Usage = { cpuMs: number; heapBytes: number }

export type Measured = { name: string; floor: number; connections: number; rounds: Round[] }
type Round = { ours: Load; bare: Load }
type Load = { perSecond: number; p50: number; p99: number; cpuMsPerRequest: number }

/**
 * Measures requests of the real app, with key, limits, logging and guards, and of bare handlers, in turns.
 */
export async function measureRequests(input: {
  connections: number
  rounds: number
  secondsPerRound: number
}): Promise<Measured[]> {
  const { connections, rounds, secondsPerRound } = input
  const child = fork(fileURLToPath(new URL('./shop-target.js', import.meta.url)))
  const [shop] = (await once(child, 'message')) as [Shop]
  const usage = async (): Promise<Usage> => {
    child.send('usage')
    const [answer] = (await once(child, 'message')) as [Usage]
    return answer
  }

  async function load(origin: string, call: Call, seconds: number): Promise<Load> {
    const before = await usage()
    const body = call.body && JSON.stringify(call.body)
    const result = await autocannon({
      url: `${origin}${call.path}`,
      method: call.method ?? 'GET',
      headers: { ...shop.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body }),
      requests: [{ setupRequest: fromManyNetworks }],
      connections,
      duration: seconds,
    })
    const after = await usage()
    if (result.non2xx > 0 || result.errors > 0) {
      throw new Error(
        `${call.path}: ${result.non2xx} responses other than 2xx, ${result.errors} errors`,
      )
    }
    return {
      perSecond: result.requests.average,
      p50: result.latency.p50,
      p99: result.latency.p99,
      cpuMsPerRequest: (after.cpuMs - before.cpuMs) / result.requests.total,
    }
  }

  const measured = pairsOf(shop).map((pair) => ({ pair, rounds: [] as Round[] }))
  for (const { pair } of measured) {
    await load(shop.origin, pair.ours, 1)
    await load(shop.bare, pair.bare, 1)
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const { pair, rounds: done } of measured) {
      const bare = await load(shop.bare, pair.bare, secondsPerRound)
      done.push({ bare, ours: await load(shop.origin, pair.ours, secondsPerRound) })
    }
  }
  child.send('stop')
  await once(child, 'exit')
  return measured.map(({ pair: { name, floor }, rounds: done }) => ({
    name,
    floor,
    connections,
    rounds: done,
  }))
}

function pairsOf({ order, receiptId, paymentUrl }: Shop): Pair[] {
  const page = new URL(paymentUrl)
  const portal = page.pathname.replace('/portal/', '/api/portal/')
  const read = { path: '/receipts/bench_1' }
  return [
    {
      name: 'create order, 5 lines',
      floor: 0.6,
      ours: { path: '/api/orders', method: 'POST', body: order },
      bare: { path: '/order', method: 'POST', body: order },
    },
    { name: 'get receipt', floor: 0.8, ours: { path: `/api/receipts/${receiptId}` }, bare: read },
    {
      name: 'receipt status',
      floor: 0.8,
      ours: { path: `/api/receipts/status?receiptId=${receiptId}` },
      bare: read,
    },
    {
      name: 'list 100 receipts',
      floor: 0.6,
      ours: { path: '/api/receipts?limit=100' },
      bare: { path: '/receipts' },
    },
    { name: 'portal API', floor: 0.3, ours: { path: `${portal}${page.search}` }, bare: read },
    {
      name: 'payment page',
      floor: 0.05,
      ours: { path: `${page.pathname}${page.search}` },
      bare: { path: '/page' },
    },
  ]
}

let calls = 0

/** Sends a request from one of many network addresses in turn, because each has a limit. */
function fromManyNetworks(request: autocannon.Request): autocannon.Request {
  calls += 1
  const address = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } }
}
