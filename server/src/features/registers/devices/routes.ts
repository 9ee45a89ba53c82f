import type { Access } from '../../../auth/access.js'
import { deviceOf, merchantOf, principalOf } from '../../../auth/caller.js'
import { deviceCookies } from '../../../auth/devices/device-cookies.js'
import { listDevices } from '../../../auth/devices/device-store.js'
import { issueDeviceToken } from '../../../auth/devices/devices.js'
import { anyone, device, session } from '../../../auth/guards.js'
import { showPerson } from '../../../auth/person-id.js'
import { degradedFields } from '../../../platform/degraded/degraded.js'
import type { Routes } from '../../../platform/feature.js'
import { describeDevice } from '../routes.js'
import {
  DeviceLocked,
  DevicePaired,
  DeviceRevoked,
  Devices,
  DeviceUnlocked,
  IdParams,
  PairDeviceBody,
  PairingBody,
  PairingCreated,
  UnlockBody,
} from '../schemas.js'
import { createPairing, pairDevice, revokeDevice } from './pair-device.js'
import { lockDevice, unlockDevice } from './unlock-device.js'

/** Devices that are paired with registers, and their PINs. */
export const deviceRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const { pins, limiter, hashNetwork } = access
  const counting = { limiter, config: ctx.config }
  const mayPair = session({ may: 'registers:manage', needsStepUp: true })

  app.get(
    '/api/devices',
    {
      config: { outage: 'refuse', guard: session({ may: 'registers:manage' }) },
      schema: { summary: 'List paired devices', response: { 200: Devices } },
    },
    async (request) => {
      const devices = await listDevices(ctx.db, merchantOf(request))
      return {
        ok: true as const,
        devices: devices.map(({ unlockedAt, createdBy, ...fields }) => ({
          ...fields,
          isUnlocked: unlockedAt !== null,
          createdBy: showPerson(createdBy),
        })),
      }
    },
  )

  app.post(
    '/api/devices/pairings',
    {
      config: { outage: 'refuse', guard: mayPair, stores: 'little' },
      schema: {
        summary: 'Create a code that pairs a device with a register',
        description:
          'The code works once, for two minutes. A display shows the current sale of its register to the buyer.',
        body: PairingBody,
        response: { 201: PairingCreated },
      },
    },
    async (request, reply) => {
      const { registerId, kind = 'register' } = request.body
      const { code, expiresAt } = await createPairing(ctx, {
        by: principalOf(request),
        registerId,
        kind,
        counting,
        network: hashNetwork(request.ip),
      })
      return reply.code(201).send({ ok: true as const, code, expiresAt })
    },
  )

  app.post(
    '/api/devices',
    {
      config: {
        outage: 'refuse',
        guard: anyone({ limit: 'pairing-attempts', fromOwnPages: true }),
        stores: 'little',
      },
      schema: {
        summary: 'Pair this device with a register',
        description:
          'Sets the cookie of the device. Until a cashier unlocks it, it reads the names of its register and of the cashiers.',
        body: PairDeviceBody,
        response: { 201: DevicePaired },
      },
    },
    async (request, reply) => {
      const { code, name } = request.body
      const paired = await pairDevice(ctx, { code, name, correlationId: request.id })
      const { token, csrfToken } = await issueDeviceToken(ctx.config, { ...paired, now: ctx.now() })
      const { id, registerId, kind } = paired
      reply.header('set-cookie', deviceCookies(ctx.config, { token, csrfToken }))
      const own = { id, registerId, kind, name: paired.name, cashier: null }
      return reply.code(201).send({ ok: true as const, device: own, csrfToken })
    },
  )

  app.post(
    '/api/devices/unlock',
    {
      config: { outage: 'journal', guard: device({ may: null }), stores: 'little' },
      schema: {
        summary: 'Unlock this register with the PIN of a cashier',
        description:
          'Five wrong PINs lock the cashier for a minute, and each further lock takes twice as long, up to a day. 20 end the device.',
        body: UnlockBody,
        response: { 200: DeviceUnlocked },
      },
    },
    async (request, reply) => {
      const own = deviceOf(request)
      const { cashierId, pin } = request.body
      const correlationId = request.id
      const { cashier, isDegraded } = await unlockDevice(ctx, {
        device: own,
        cashierId,
        pin,
        pins,
        network: hashNetwork(request.ip),
        correlationId,
      })
      // Renewed, so that a register in use never expires and follows a new JWT_SECRET.
      const { token, csrfToken } = await issueDeviceToken(ctx.config, { ...own, now: ctx.now() })
      reply.header('set-cookie', deviceCookies(ctx.config, { token, csrfToken }))
      return {
        ok: true as const,
        device: describeDevice({ ...own, cashier }),
        csrfToken,
        ...(isDegraded ? degradedFields : {}),
      }
    },
  )

  app.post(
    '/api/devices/lock',
    {
      config: { outage: 'journal', guard: device({ may: null }), stores: 'little' },
      schema: { summary: 'Lock this register', response: { 200: DeviceLocked } },
    },
    async (request) => {
      const caller = deviceOf(request)
      // A stolen device must not fill the journal.
      if (!caller.cashier) return { ok: true as const }
      const { isDegraded } = await lockDevice(ctx, caller)
      return { ok: true as const, ...(isDegraded ? degradedFields : {}) }
    },
  )

  app.delete(
    '/api/devices/:id',
    {
      config: { outage: 'refuse', guard: session({ may: 'registers:manage' }) },
      schema: {
        summary: 'End a device',
        description: 'Takes effect at once. The device must be paired again.',
        params: IdParams,
        response: { 200: DeviceRevoked },
      },
    },
    async (request) => {
      const { id } = request.params
      await revokeDevice(ctx, { by: principalOf(request), id })
      return { ok: true as const, id, revoked: true as const }
    },
  )
}
