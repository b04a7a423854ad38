// Writes replies by their schemas: what a schema does not declare never leaves. A route's serializer is made when it first
// answers: making those of all calls at the start cost a seventh of it, and memory that most are never asked for.
import { type Serializer, SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type Factory = ReturnType<typeof SerializerSelector>

export const serializersWhenNeeded: Factory = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  return (route) => {
    let serialize: Serializer | undefined
    return (reply) => {
      serialize ??= compile(route)
      return serialize(reply)
    }
  }
}
