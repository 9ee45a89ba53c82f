import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import { projectRoot } from '../../platform/project-root.js'

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

const file = Type.Unsafe<Buffer>(Type.String())

/** Path of the picture that links show for pages without one of their own. */
export const previewPath = '/assets/preview.png'

/** Reads a text file of `web/public`, which browsers receive without a build. */
export function readPublicFile(name: string): string {
  return readPublicBytes(name).toString('utf8')
}

function readPublicBytes(name: string): Buffer {
  return readFileSync(join(projectRoot(), 'web', 'public', name))
}

/** Serves files of `web/public` at `/assets`, from memory. */
export function serveAssets(app: FastifyInstance, names: readonly string[]): void {
  for (const name of names) {
    const content = readPublicBytes(name)
    const type = types[extname(name)] ?? 'text/plain'
    const isText = !type.startsWith('image/') || type.endsWith('xml')
    app.get(
      `/assets/${name}`,
      {
        config: { outage: 'unaffected', guard: anyone() },
        schema: {
          tags: ['pages'],
          summary: `Asset ${name}`,
          response: { 200: { content: { [type]: { schema: file } } } },
        },
      },
      async (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=300')
          .type(isText ? `${type}; charset=utf-8` : type)
          .send(content),
    )
  }
}
