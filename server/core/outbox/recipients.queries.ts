// Whom messages went to.
import { sql } from 'drizzle-orm'
import { messages } from '#server/db/schema/core/outbox.ts'
import { contains, type Filter, nameHas } from '../lists/paging.ts'

/** A message by a part of its recipient's name or address; no address has what the key of a text leaves out. */
export function recipientHas(name: string): Filter {
  const named = nameHas(messages.recipientName, name)
  return { ...named, where: sql`(${named.where} or ${contains(messages.address, name).where})` }
}
