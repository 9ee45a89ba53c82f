import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MarketUnit } from '../src/features/rates/units.js'

export type Reply = (response: ServerResponse) => void

/** Stands in for the European Central Bank and Coinbase, and misbehaves as it is told. */
export async function startRateServer() {
  const replies = new Map<string, Reply>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const reply = replies.get(request.url ?? '') ?? send('nothing here', { status: 404 })
    reply(response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    /** Settings that lead here. */
    sources: { ecbRatesUrl: `${url}/ecb.xml`, coinbaseUrl: url, answerWithinMs: 250 },
    /** Every path that was asked for since the last `reset`. */
    asked,
    reset() {
      asked.length = 0
      replies.clear()
    },
    ecb: (reply: Reply) => replies.set('/ecb.xml', reply),
    coinbase: (unit: MarketUnit, reply: Reply) => replies.set(`/v2/prices/${unit}-USD/spot`, reply),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type RateServer = Awaited<ReturnType<typeof startRateServer>>

export function send(
  body: string | Buffer,
  options: { status?: number; headers?: Record<string, string> } = {},
): Reply {
  return (response) => {
    response.writeHead(options.status ?? 200, options.headers)
    response.end(body)
  }
}

export const never: Reply = () => {}

export const hangUp: Reply = (response) => response.destroy()

/** Begins well and sends a byte now and then, for ever. */
export const drip: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}

export function spotPrice(unit: MarketUnit, amount: unknown): Reply {
  const body = JSON.stringify({ data: { amount, base: unit, currency: 'USD' } })
  return send(body, { headers: { 'content-type': 'application/json; charset=utf-8' } })
}

export function ecbFile(options: { day: string; usd: string }): Reply {
  return send(ecbXml(options), { headers: { 'content-type': 'text/xml' } })
}

/** As the bank writes it, shortened. */
export function ecbXml({ day, usd }: { day: string; usd: string }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
\t\t\t<Cube currency='USD' rate='${usd}'/>
\t\t\t<Cube currency='JPY' rate='162.41'/>
\t\t\t<Cube currency='BGN' rate='1.9558'/>
\t\t\t<Cube currency='GBP' rate='0.84210'/>
\t\t\t<Cube currency='AUD' rate='1.7012'/>
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>
`
}
