import Fastify from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../src/platform/db/db.js'

const pingSchema = { response: { 200: Type.Object({ ok: Type.Boolean() }) } }

/** The statement of a bare order. pgbench runs the same. */
const bareOrder = `with made as (
    insert into bench_documents (kind, id, body) values ($1, $2, $3) returning id
  )
  insert into bench_events (kind, id, at) select $1, id, $4 from made`

/**
 * Serves handlers that only parse the request, run one statement and print the result. Every
 * document has the content of the real response, stored as one JSON value, so that both servers
 * send the same bytes. The page is static.
 */
export async function serveBare(db: Db, bodies: Record<string, string>): Promise<string> {
  await createDocuments(db, bodies)
  const app = Fastify()
  app.get('/ping', { schema: pingSchema }, async () => ({ ok: true }))
  app.get<{ Params: { kind: string } }>('/documents/:kind', async (request) => {
    const { rows } = await db.query<{ body: object }>(
      'select body from bench_documents where kind = $1 and id = $2',
      [request.params.kind, 'a'],
    )
    return rows[0]?.body
  })
  app.get('/list', async () => {
    const { rows } = await db.query<{ body: object }>(
      'select body from bench_documents where kind = $1 order by id limit 100',
      ['listed'],
    )
    return { receipts: rows.map(({ body }) => body) }
  })
  app.get('/page', async (_request, reply) => reply.type('text/html').send(bodies['page']))

  const body = Type.Object({
    items: Type.Array(Type.Object({ sku: Type.String(), qty: Type.Number() })),
  })
  const receipt = JSON.parse(bodies['receipt'] ?? '')
  let created = 0
  app.post<{ Body: { items: object[] } }>('/order', { schema: { body } }, async (request) => {
    created += 1
    const order = { ...receipt, receiptId: `bench_${created}`, items: request.body.items }
    await db.query(bareOrder, ['order', order.receiptId, JSON.stringify(order), 1])
    return { ok: true, receipt: order }
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function createDocuments(db: Db, bodies: Record<string, string>): Promise<void> {
  await db.query(
    'create table bench_documents (kind text, id text, body jsonb not null, primary key (kind, id))',
  )
  await db.query('create table bench_events (kind text, id text, at bigint)')
  const insert = 'insert into bench_documents (kind, id, body) values ($1, $2, $3)'
  const { page: _, list = '', ...documents } = bodies
  for (const [kind, text] of Object.entries(documents)) await db.query(insert, [kind, 'a', text])
  const listed: object[] = JSON.parse(list).receipts
  for (const [index, row] of listed.entries()) {
    await db.query(insert, ['listed', `r${index}`, JSON.stringify(row)])
  }
  await db.query('analyze bench_documents')
}
