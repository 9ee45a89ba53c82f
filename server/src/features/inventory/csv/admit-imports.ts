import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import { networkAddressOf } from '../../../auth/limits/network-address.js'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { createSlots } from '../../../platform/limits/slots.js'
import type { ImportFile } from './read-rows.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The CSV file that was the body, if it was one. */
    importFile: ImportFile | null
    importSlot: ImportSlot | null
  }
}

/** A slot is held until the response is sent, and longer if the client leaves while the import runs. */
type ImportSlot = { free: () => void; isRunning: boolean }

const retryAfterMs = 10_000

/** Limits the imports that run at the same time. */
export function createImportAdmission(app: FastifyInstance, ctx: Pick<Context, 'now' | 'config'>) {
  const slots = createSlots(ctx, { limit: 'imports', retryAfterMs })
  app.decorateRequest('importFile', null)
  app.decorateRequest('importSlot', null)

  /** Takes a slot before the body is read. */
  const takeSlot: preParsingHookHandler = (request, reply, payload, done) => {
    try {
      // A client that left before has closed the response already.
      if (reply.raw.destroyed) throw new AppError('invalid_input', 'The request was aborted.')
      const free = slots.take({ network: networkAddressOf(request.ip), platform: '' })
      const slot: ImportSlot = { free, isRunning: false }
      request.importSlot = slot
      reply.raw.once('close', () => {
        if (!slot.isRunning) free()
      })
      done(null, payload)
    } catch (error) {
      done(error as AppError)
    }
  }

  return {
    takeSlot,
    /** Runs the import of a merchant, and frees the slots afterwards. */
    async run<Result>(
      request: FastifyRequest,
      { merchant, work }: { merchant: Address; work: () => Promise<Result> },
    ): Promise<Result> {
      const free = slots.take({ merchant })
      const { importSlot } = request
      if (importSlot) importSlot.isRunning = true
      try {
        return await work()
      } finally {
        free()
        importSlot?.free()
      }
    },
  }
}
