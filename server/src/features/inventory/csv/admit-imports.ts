import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { createEstablished } from '../../../auth/merchants/established.js'
import { type AppError, invalidInput } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { networkKeyOf } from '../../../platform/limits/network-address.js'
import { createSlots } from '../../../platform/limits/slots.js'
import { createUploads, type Upload } from './hold-uploads.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The CSV file that was the body, if it was one. */
    importFile: Upload | null
    importSlot: ImportSlot | null
  }
}

/**
 * A slot is held until the response is sent, and longer if the client leaves while the import runs.
 */
type ImportSlot = { free: () => void; isRunning: boolean }

const retryAfterMs = 10_000

/** Limits concurrent imports. A slow sender takes a slot of the platform only at its end. */
export function createImportAdmission(
  app: FastifyInstance,
  ctx: Pick<Context, 'now' | 'config' | 'db'>,
) {
  const slots = createSlots(ctx, { limit: 'imports', retryAfterMs })
  const newSlots = createSlots(ctx, { limit: 'new-merchant-imports', retryAfterMs })
  const uploads = createUploads(ctx)
  const established = createEstablished(ctx)
  app.decorateRequest('importFile', null)
  app.decorateRequest('importSlot', null)

  /** Takes a slot of the network address before the body is read. */
  const takeSlot: preParsingHookHandler = (request, reply, payload, done) => {
    try {
      const free = takeNetworkSlot(request, reply)
      const slot: ImportSlot = { free, isRunning: false }
      request.importSlot = slot
      reply.raw.once('close', () => {
        if (slot.isRunning) return
        free()
        request.importFile?.free()
      })
      done(null, payload)
    } catch (error) {
      done(error as AppError)
    }
  }

  function takeNetworkSlot(request: FastifyRequest, reply: FastifyReply): () => void {
    // A client that left before has closed the response already.
    if (reply.raw.destroyed) throw invalidInput('The request was aborted.')
    return slots.take({ network: networkKeyOf(request.ip) })
  }

  async function takeRunningSlots(request: FastifyRequest, merchant: Address): Promise<() => void> {
    const isEstablished = await established.has(merchant)
    const free = slots.take({ merchant, platform: '' })
    if (isEstablished) return free
    try {
      const freeNew = newSlots.take({ network: networkKeyOf(request.ip), platform: '' })
      return () => {
        freeNew()
        free()
      }
    } catch (error) {
      free()
      throw error
    }
  }

  return {
    takeSlot,
    /** Holds the file of a request until it is read or the response is sent. */
    openUpload(request: FastifyRequest): Upload {
      const upload = uploads.open()
      request.importFile = upload
      return upload
    },
    /** Runs the import of a merchant, and frees the slots afterwards. */
    async run<Result>(
      request: FastifyRequest,
      { merchant, work }: { merchant: Address; work: () => Promise<Result> },
    ): Promise<Result> {
      const free = await takeRunningSlots(request, merchant)
      const { importSlot } = request
      if (importSlot) importSlot.isRunning = true
      try {
        return await work()
      } finally {
        free()
        importSlot?.free()
        request.importFile?.free()
      }
    },
  }
}
