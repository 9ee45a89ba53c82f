import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import { accepts, type Compressed, compressOnce } from '../../platform/http/compress.js'
import { assetsPath, buildFolder, pageApps } from './app-assets.js'

const script = Type.Unsafe<Buffer>(Type.String())

/** Serves the scripts of every app. A script's name changes with its content, so browsers cache it forever. */
export const pageRoutes: FastifyPluginAsyncTypebox = async (server) => {
  for (const app of pageApps) {
    const findScript = createScriptFinder(buildFolder(app))
    server.get(
      `${assetsPath(app)}/:file`,
      {
        config: { outage: 'unaffected', guard: anyone() },
        schema: {
          tags: ['pages'],
          summary: `Script of the ${app} page`,
          params: Type.Object({ file: Type.String() }),
          response: { 200: { content: { 'text/javascript': { schema: script } } } },
        },
      },
      async (request, reply) => {
        const found = findScript(request.params.file)
        if (!found) throw new AppError('not_found', 'This script does not exist.')
        const encoding = (['br', 'gzip'] as const).find((one) =>
          accepts(request.headers['accept-encoding'], one),
        )
        if (encoding) reply.header('content-encoding', encoding)
        return reply
          .headers({
            'cache-control': 'public, max-age=31536000, immutable',
            vary: 'accept-encoding',
          })
          .type('text/javascript; charset=utf-8')
          .send(found[encoding ?? 'plain'])
      },
    )
  }
}

/** Compresses each script at its first request, because compressing all of them would slow down the start. */
function createScriptFinder(folder: string): (name: string) => Compressed | null {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const compressed = new Map<string, Compressed>()
  return (name) => {
    if (!names.includes(name)) return null
    const known = compressed.get(name) ?? compressOnce(readFileSync(join(folder, name)))
    compressed.set(name, known)
    return known
  }
}
