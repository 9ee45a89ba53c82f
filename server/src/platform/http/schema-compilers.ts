import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

export type SchemaCompilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>

type Compile = (route: { schema: object }) => unknown

/**
 * Returns Fastify's own compilers, which compile each schema object once. Every route has the same error schemas,
 * and servers that share these compilers, as tests do, share everything compiled.
 */
export function createSchemaCompilers(): SchemaCompilers {
  return {
    buildValidator: rememberBySchema(AjvCompiler()),
    buildSerializer: rememberBySchema(SerializerSelector()),
  }
}

function rememberBySchema<Build extends (...input: never[]) => unknown>(build: Build): Build {
  const known = new WeakMap<object, unknown>()
  const remembering = (...input: never[]): Compile => {
    // Fastify's types name a schema here; it passes a route with its schema.
    const compile = build(...input) as Compile
    return (route) => {
      const compiled = known.get(route.schema) ?? compile(route)
      known.set(route.schema, compiled)
      return compiled
    }
  }
  return remembering as unknown as Build
}
