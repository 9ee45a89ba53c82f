import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session } from '../../auth/guards.js'
import { createEstablished } from '../../auth/merchants/established.js'
import { AppError } from '../../lib/errors.js'
import { mediaUrl } from '../../lib/media-reference.js'
import type { Context } from '../../platform/context.js'
import { limits } from '../../platform/limits/limits.js'
import { networkKeyOf } from '../../platform/limits/network-address.js'
import { createSlots } from '../../platform/limits/slots.js'
import type { PictureSize } from '../../platform/media/picture.js'
import { findPictureFile } from './find-picture-file.js'
import { PictureFile, PictureParams, UploadedPicture } from './schemas.js'
import { sendPicture } from './send-picture.js'
import { storePicture } from './store-picture.js'

const retryAfterMs = 5_000
/** Enough to find an established merchant of a person, and few enough to look up. */
const maxMemberships = 5
/** Any type of image, so that the content decides. The last one is for clients that know no type. */
const fileTypes = [/^image\/[\w.+-]+$/, 'application/octet-stream']

/** Uploads and serves pictures. */
export const mediaRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const mayWrite = anyOf(
    developer({ scope: 'inventory:write' }),
    session({ may: 'inventory:write' }),
  )
  const slots = createSlots(ctx, { limit: 'uploads', retryAfterMs })
  const newSlots = createSlots(ctx, { limit: 'new-merchant-uploads', retryAfterMs })
  const established = createEstablished(ctx)

  // Only for the routes of this plugin.
  for (const type of fileTypes) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    )
  }
  // The usual message asks for JSON, which these routes do not take. `curl` declares a form by default.
  app.addContentTypeParser('*', async () => {
    throw new AppError(
      'unsupported_media_type',
      'Send the picture with its type, such as image/jpeg, or with application/octet-stream.',
    )
  })

  /** Uploads that are being stored. They go on when the client disconnects. */
  const storing = new WeakMap<FastifyRequest, Promise<unknown>>()

  /** Frees a slot after the response, and not before the file is stored: until then it waits in memory. */
  function holdSlot(request: FastifyRequest, reply: FastifyReply, take: () => () => void): void {
    if (reply.raw.destroyed) throw new AppError('invalid_input', 'The request was aborted.')
    const free = take()
    reply.raw.once('close', () => void Promise.allSettled([storing.get(request)]).then(free))
  }

  /** Takes slots before the body is read, because it waits in memory. New merchants share a part of them. */
  const takeSlot = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const keys = { network: networkKeyOf(request.ip), platform: '' }
    const isNew = !(await isEstablished(request))
    if (isNew) holdSlot(request, reply, () => newSlots.take(keys))
    holdSlot(request, reply, () => slots.take(keys))
  }

  /** The body decides for which of their merchants a person acts, so all of them count. */
  async function isEstablished({ caller }: FastifyRequest): Promise<boolean> {
    const merchants =
      caller?.kind === 'developer'
        ? [caller.wallet]
        : caller?.kind === 'person'
          ? caller.memberships.slice(0, maxMemberships).map(({ merchant }) => merchant)
          : []
    for (const merchant of merchants) if (await established.has(merchant)) return true
    return false
  }

  async function store(request: FastifyRequest, file: Buffer) {
    const exceeded = await access.storage.take(request, kilobytesOf(file))
    if (exceeded) throw exceeded
    return storePicture(ctx, file)
  }

  app.post(
    '/api/media',
    {
      bodyLimit: limits['picture-bodies'].most.request,
      preParsing: async (request, reply, payload) => {
        await takeSlot(request, reply)
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
      holdSlot(request, reply, () => slots.take({ merchant: merchantOf(request) }))
      const upload = store(request, file)
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

/** Returns the kilobytes that an upload counts for. All sizes of a picture together rarely take more. */
function kilobytesOf({ length }: Buffer): number {
  return Math.min(256, 16 + length / 1_024)
}

/** @throws {AppError} `invalid_input` for a JSON body, or none. */
function readFile(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw new AppError('invalid_input', 'Send the picture as the body, with its content type.')
}
