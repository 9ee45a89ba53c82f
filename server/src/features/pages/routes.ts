import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { widgets } from '@tallystick/web/apps'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import { type CompressedText, compressOnce, sendCompressed } from '../../platform/http/compress.js'
import { assetsPath, buildFolder, pageApps } from './app-assets.js'

const builtFile = Type.Unsafe<Buffer>(Type.String())

type BuiltFile = { type: string; content: CompressedText | Buffer }

/** Serves the scripts and fonts of every app. A name changes with the content, so browsers cache it. */
export const pageRoutes: FastifyPluginAsyncTypebox = async (server) => {
  for (const app of pageApps) {
    const findFile = createFileFinder(buildFolder(app))
    server.get(
      `${assetsPath(app)}/:file`,
      {
        config: { outage: 'unaffected', guard: anyone() },
        schema: {
          tags: ['pages'],
          summary: `Script or font of the ${app} page`,
          params: Type.Object({ file: Type.String() }),
          response: {
            200: {
              content: {
                'text/javascript': { schema: builtFile },
                'font/woff2': { schema: builtFile },
              },
            },
          },
        },
      },
      async (request, reply) => {
        const file = findFile(request.params.file)
        if (!file) throw new AppError('not_found', 'This file does not exist.')
        const { type, content } = file
        reply.header('cache-control', 'public, max-age=31536000, immutable').type(type)
        return Buffer.isBuffer(content)
          ? reply.send(content)
          : sendCompressed(request, reply, content)
      },
    )
  }
}

/** Serves the scripts that pages of other sites load. Their addresses never change. */
export const widgetRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const name of Object.keys(widgets)) {
    const script = compressOnce(readFileSync(join(buildFolder(name), `${name}.js`)))
    app.get(
      `/${name}.js`,
      {
        // Browsers load modules of other sites with CORS.
        config: { outage: 'unaffected', guard: anyone(), allowsAnyOrigin: true },
        schema: {
          tags: ['pages'],
          summary: `The script ${name}, for pages of other sites`,
          response: { 200: { content: { 'text/javascript': { schema: Type.Any() } } } },
        },
      },
      async (request, reply) => {
        reply
          .header('cache-control', 'public, max-age=3600')
          .header('cross-origin-resource-policy', 'cross-origin')
          .type('text/javascript; charset=utf-8')
        return sendCompressed(request, reply, script)
      },
    )
  }
}

/** Compresses each script at its first request: compressing all of them would slow the start. */
function createFileFinder(folder: string): (name: string) => BuiltFile | null {
  const names = readdirSync(folder).filter((name) => /\.(js|woff2)$/.test(name))
  const files = new Map<string, BuiltFile>()
  return (name) => {
    if (!names.includes(name)) return null
    const file = files.get(name) ?? readBuiltFile(join(folder, name))
    files.set(name, file)
    return file
  }
}

/** Fonts are compressed already. */
function readBuiltFile(path: string): BuiltFile {
  const bytes = readFileSync(path)
  return path.endsWith('.woff2')
    ? { type: 'font/woff2', content: bytes }
    : { type: 'text/javascript; charset=utf-8', content: compressOnce(bytes) }
}
