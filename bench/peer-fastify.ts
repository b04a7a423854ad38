// The start time and memory of Fastify and pg alone: the same two calls, nothing else registered.
import Fastify from 'fastify'
import { pageOf, priceOf } from './peer.ts'

const app = Fastify()
app.post<{ Body: { productId: string } }>('/api/backend/prices/price/page', ({ body }) => pageOf(body.productId))
app.get<{ Querystring: { id: string } }>('/api/backend/prices/price/get', ({ query }) => priceOf(query.id))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
