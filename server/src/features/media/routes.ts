import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import { mediaUrl } from '../../lib/media-reference.js'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { limits } from '../../platform/limits/limits.js'
import type { PictureSize } from '../../platform/media/picture.js'
import { createUploads } from './create-uploads.js'
import { findPictureFile } from './find-picture-file.js'
import { PictureFile, PictureParams, UploadedPicture } from './schemas.js'
import { sendPicture } from './send-picture.js'

/**
 * Any type of image, so that the content decides. The last one is for clients that know no type.
 */
const fileTypes = [/^image\/[\w.+-]+$/, 'application/octet-stream']

/** Uploads and serves pictures. */
const mediaRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const mayWrite = anyOf(
    developer({ scope: 'inventory:write' }),
    session({ may: 'inventory:write' }),
  )
  const uploads = createUploads(ctx, access)

  // Only for the routes of this plugin.
  for (const type of fileTypes) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    )
  }
  // The usual message asks for JSON, which these routes do not take. `curl` declares a form by
  // default.
  app.addContentTypeParser('*', async () => {
    throw new AppError(
      'unsupported_media_type',
      'Send the picture with its type, such as image/jpeg, or with application/octet-stream.',
    )
  })

  /** Uploads that are being stored. They go on when the client disconnects. */
  const storing = new WeakMap<FastifyRequest, Promise<unknown>>()

  /**
   * Frees a slot after the response, and not before the file is stored: until then it waits in
   * memory.
   */
  function holdSlot(request: FastifyRequest, reply: FastifyReply, free: () => void): void {
    if (reply.raw.destroyed) {
      free()
      throw new AppError('invalid_input', 'The request was aborted.')
    }
    reply.raw.once('close', () => void Promise.allSettled([storing.get(request)]).then(free))
  }

  app.post(
    '/api/media',
    {
      bodyLimit: limits['picture-bodies'].most.request,
      preParsing: async (request, reply, payload) => {
        holdSlot(request, reply, await uploads.takeSlots(request))
        return payload
      },
      // The decoder validates the file. The schema describes it for the API reference.
      validatorCompiler: () => () => true,
      config: { outage: 'refuse', guard: mayWrite, stores: 'counted' },
      schema: {
        tags: ['media'],
        summary: 'Upload a picture',
        description:
          'Send the file as the body. It is stored without metadata as WebP, in three sizes. Of an animation, the first frame is kept. The same file is stored once. Use the url in images of items and in the theme of your shop.',
        body: {
          content: {
            'image/*': { schema: PictureFile },
            'application/octet-stream': { schema: PictureFile },
          },
        },
        response: { 200: UploadedPicture },
      },
    },
    async (request, reply) => {
      const file = readFile(request.body)
      holdSlot(request, reply, uploads.takeSlotOf(merchantOf(request)))
      const upload = uploads.store(request, file)
      storing.set(request, upload)
      const stored = await upload
      if ('problem' in stored) throw new AppError('invalid_input', `The file ${stored.problem}.`)
      const { hash, width, height, bytes } = stored.picture
      const { baseUrl } = ctx.config
      const urls = { url: mediaUrl(baseUrl, hash), thumbUrl: mediaUrl(baseUrl, hash, 48) }
      return { ok: true as const, picture: { hash, ...urls, width, height, bytes } }
    },
  )

  app.get(
    '/media/:hash/:size.webp',
    {
      config: { outage: 'recall', guard: anyone({ limit: 'pictures' }) },
      schema: {
        tags: ['media'],
        summary: 'Get a picture',
        description: 'It never changes. Ranges and If-None-Match are supported.',
        params: PictureParams,
        response: { 200: { content: { 'image/webp': { schema: PictureFile } } } },
      },
    },
    async (request, reply) => {
      const { hash } = request.params
      const size = Number(request.params.size) as PictureSize
      const content = await findPictureFile(ctx, { hash, size })
      if (!content) throw new AppError('not_found', 'There is no such picture.')
      return sendPicture(request, reply, { content, tag: `"${hash}-${size}"` })
    },
  )
}

/** @throws {AppError} `invalid_input` for a JSON body, or none. */
function readFile(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw new AppError('invalid_input', 'Send the picture as the body, with its content type.')
}

export const mediaFeature: Feature<{ access: Access }> = { routes: [mediaRoutes] }
