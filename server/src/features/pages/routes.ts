import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import { type CompressedText, compressOnce, sendCompressed } from '../../platform/http/compress.js'
import { assetsPath, buildFolder, pageApps } from './app-assets.js'

const scriptFile = Type.Unsafe<Buffer>(Type.String())

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
          response: { 200: { content: { 'text/javascript': { schema: scriptFile } } } },
        },
      },
      async (request, reply) => {
        const script = findScript(request.params.file)
        if (!script) throw new AppError('not_found', 'This script does not exist.')
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type('text/javascript; charset=utf-8')
        return sendCompressed(request, reply, script)
      },
    )
  }
}

/** Compresses each script at its first request, because compressing all of them would slow down the start. */
function createScriptFinder(folder: string): (name: string) => CompressedText | null {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const compressed = new Map<string, CompressedText>()
  return (name) => {
    if (!names.includes(name)) return null
    const known = compressed.get(name) ?? compressOnce(readFileSync(join(folder, name)))
    compressed.set(name, known)
    return known
  }
}
