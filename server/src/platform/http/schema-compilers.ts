import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaValidationError, FastifyServerOptions } from 'fastify'
import { type Fields, isFields } from '../../lib/fields/read-fields.js'

export type SchemaCompilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>

type CompiledSchema = { (value: unknown): unknown; errors?: unknown }
type Compile = (route: { schema: object }) => CompiledSchema

/**
 * Returns Fastify's own compilers, made lazy: each schema object is compiled once, at its first
 * use. Compiling all of them takes a third of the startup time. Servers that share the compilers,
 * as tests do, share the compiled schemas.
 */
export function createSchemaCompilers(): SchemaCompilers {
  return {
    buildValidator: compileLater(AjvCompiler()),
    buildSerializer: compileLater(SerializerSelector(), foldNull),
  }
}

function compileLater<Build extends (...input: never[]) => unknown>(
  build: Build,
  prepare = (schema: object) => schema,
): Build {
  const cache = new WeakMap<object, CompiledSchema>()

  const buildLater = (...input: never[]): Compile => {
    // Fastify's types declare a schema here, but it passes a route with its schema.
    const compile = build(...input) as Compile
    const compileOnce: Compile = (route) => {
      const { schema } = route
      const compiled = cache.get(schema) ?? compile({ ...route, schema: prepare(schema) })
      cache.set(schema, compiled)
      return compiled
    }
    return (route) => {
      let compiled: CompiledSchema | null = null
      const later: CompiledSchema = (value) => {
        compiled ??= compileOnce(route)
        const result = compiled(value)
        // Ajv reports errors on the validator function.
        later.errors = compiled.errors
        return result
      }
      return later
    }
  }
  return buildLater as unknown as Build
}

type Flaw = FastifySchemaValidationError & {
  parentSchema?: { properties?: Record<string, { description?: string }> }
}

/** Describes why a request does not match its schema. Says what a missing field is for. */
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

/**
 * Returns a response schema in which "a type or null" is a nullable type. The serializer validates
 * a value against every variant of a union, which takes longer than to serialize it.
 */
export function foldNull(schema: object): object {
  return foldValue(schema) as object
}

function foldValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(foldValue)
  if (!isFields(value)) return value
  const folded = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, foldValue(inner)]),
  )
  const { anyOf, ...rest } = folded
  const type = findNullable(anyOf)
  return type ? { ...rest, ...allowNull(type) } : folded
}

/** In a union of objects the serializer validates, so an enum must list null as a value. */
function allowNull(type: Fields): Fields {
  const values = Array.isArray(type['enum']) ? { enum: [...type['enum'], null] } : {}
  return { ...type, ...values, nullable: true }
}

/** Returns the type of a union with null, or null for any other union. */
function findNullable(variants: unknown): Fields | null {
  if (!Array.isArray(variants) || variants.length !== 2) return null
  const types = variants.filter(isFields).filter(({ type }) => type !== 'null')
  const [type] = types
  return types.length === 1 && type && typeof type['type'] === 'string' ? type : null
}
