import type { FastifySchemaValidationError } from 'fastify'

type Flaw = FastifySchemaValidationError & {
  parentSchema?: { properties?: Record<string, { description?: string }> }
}

/** Describes why a request does not match its schema. A missing field comes with what it is for and where to get it. */
export function describeInvalid(flaws: readonly Flaw[], place: string): string {
  const [flaw] = flaws
  if (!flaw) return `${place} is invalid.`
  const { keyword, instancePath, message, params, parentSchema } = flaw
  if (keyword !== 'required') return `${place}${instancePath} ${message}`
  const name = String(params['missingProperty'])
  const path = [...instancePath.split('/').slice(1), name].join('.')
  const description = parentSchema?.properties?.[name]?.description
  return description ? `${path} is required: ${description}.` : `${path} is required.`
}
