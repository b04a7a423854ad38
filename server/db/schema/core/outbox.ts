// The outbox: one row for each recipient and content of every outgoing message, and the state of sending.
import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  mailTopics,
  messageChannels,
  messageStates,
  noticeEvents,
  optOutTopics,
  recipientKinds,
} from '#contract/outbox/message-labels.ts'
import { id64, identity, moment, reference } from '../columns.ts'
import { users } from '../organisation.ts'

/** The one body of a push, for all of its recipients; `{{field}}` is filled from each message's `fields`. */
export const messageBodies = pgTable('message_bodies', {
  id: identity('id'),
  subject: text('subject').notNull().default(''),
  text: text('text').notNull().default(''),
  html: text('html').notNull().default(''),
  /** Files that go with it; `file_uses` names them as those of `messageBody`. */
  attachmentIds: id64('attachment_ids').array().notNull().default(sql`'{}'`),
  /** Pictures that the HTML shows as `cid:…`: the id of a file for each name. */
  pictures: jsonb('pictures').$type<Record<string, string>>().notNull().default({}),
  /** Sender name of a mail, and the address for replies; empty: those of the console. */
  senderName: text('sender_name').notNull().default(''),
  replyTo: text('reply_to').notNull().default(''),
  /** Of a mail that records opening: its links in order; the HTML names them as `{{track:1}}` and so on. */
  links: text('links').array().notNull().default(sql`'{}'`),
  /** Of a mail with an unsubscribe link: what that link is about; null: everything. */
  topic: text('topic', { enum: mailTopics }),
  /** Of short messages without a push: their class and what a part cost then, yuan. */
  smsClassId: id64('sms_class_id'),
  partPrice: numeric('part_price'),
  createdAt: moment('created_at').notNull().default(sql`now()`),
  /** When its contents were removed, because all of its messages are that old. */
  clearedAt: moment('cleared_at'),
})

export const messages = pgTable(
  'messages',
  {
    id: identity('id'),
    /** Deduplication key of a cause and recipient: queueing again adds nothing. '' for pushes, unique by recipient. */
    key: text('key').notNull().default(''),
    channel: text('channel', { enum: messageChannels }).notNull(),
    /** Mail address, mobile number, the person's id at WeCom, a robot's name ('' the first one); '' for the bell. */
    address: text('address').notNull(),
    recipientKind: text('recipient_kind', { enum: recipientKinds }).notNull(),
    /** Null where the console knows no person with the address. */
    recipientId: id64('recipient_id'),
    recipientName: text('recipient_name').notNull().default(''),
    subject: text('subject').notNull().default(''),
    body: text('body').notNull().default(''),
    /**
     * Of `message_bodies`, instead of its own subject and body. No foreign key, which would be checked 100,000 times:
     * bodies are never deleted.
     */
    bodyId: id64('body_id'),
    fields: jsonb('fields').$type<Record<string, string>>(),
    /** A page of the console, from `/` on. */
    link: text('link').notNull().default(''),
    /** Of a short message: as how many the provider counts it. */
    parts: smallint('parts'),
    pushId: id64('push_id'),
    /** The registered cause that may withhold the message when it is claimed. */
    cause: text('cause').notNull(),
    /** The cause's key for that, such as the id of the subject. */
    about: text('about').notNull().default(''),
    notBefore: moment('not_before').notNull().default(sql`now()`),
    state: text('state', { enum: messageStates }).notNull().default('queued'),
    reason: text('reason').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    /** The process that claimed it (`message_senders`), while it is `sending`. */
    sender: uuid('sender'),
    /** The first of those that were handed over in one; they are repeated together. */
    handover: id64('handover'),
    /** The provider's number. */
    providerRef: text('provider_ref').notNull().default(''),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    /** When it was last handed over, and when it came to its state. */
    handedAt: moment('handed_at'),
    endedAt: moment('ended_at'),
    /** When to poll the provider again for delivery; null: not any more, or not by this channel. */
    receiptAt: moment('receipt_at'),
    /** When the provider says that it was delivered. */
    deliveredAt: moment('delivered_at'),
    /** The first time; recorded only for pushes that track it. */
    openedAt: moment('opened_at'),
    clickedAt: moment('clicked_at'),
    /** When its address and contents were removed. */
    clearedAt: moment('cleared_at'),
  },
  (t) => [
    uniqueIndex('messages_key').on(t.key).where(sql`${t.key} <> ''`),
    index('messages_queued').on(t.channel, t.notBefore, t.id).where(sql`${t.state} = 'queued'`),
    // the head of the queue at an address: being sent, or waiting for a retry
    index('messages_under_way')
      .on(t.channel, t.address, t.id)
      .where(sql`${t.state} = 'sending' or (${t.state} = 'queued' and ${t.attempts} > 0)`),
    // how long ago somebody was last written to, where a provider limits that
    index('messages_handed').on(t.address, t.handedAt).where(sql`${t.channel} = 'wecomApplication'`),
    index('messages_ended').on(t.endedAt).where(sql`${t.endedAt} is not null and ${t.clearedAt} is null`),
    index('messages_receipts').on(t.channel, t.receiptAt).where(sql`${t.receiptAt} is not null`),
    // messages handed to the provider of short messages, by day
    index('messages_sms_handed').on(t.handedAt).where(sql`${t.channel} = 'sms'`),
    index('messages_attention').on(t.id).where(sql`${t.state} in ('failed', 'undelivered', 'unsure')`),
    uniqueIndex('messages_push').on(t.pushId, t.recipientId).where(sql`${t.pushId} is not null`),
    index('messages_recipient_part').using(
      'gin',
      sql`text_key(${t.recipientName}) gin_trgm_ops`,
      t.address.op('gin_trgm_ops'),
    ),
    index('messages_recipient').on(t.recipientId).where(sql`${t.recipientId} is not null and ${t.state} <> 'queued'`),
  ],
)

/** Sending processes; one without a heartbeat for a while counts as dead, with its claimed messages. */
export const messageSenders = pgTable('message_senders', {
  id: uuid('id').primaryKey(),
  aliveAt: moment('alive_at').notNull().default(sql`now()`),
})

/** Rate limit of a provider over all processes: when the next message may go. */
export const messageRates = pgTable('message_rates', {
  provider: text('provider').primaryKey(),
  nextAt: moment('next_at').notNull().default(sql`now()`),
  /** The provider's error when it was rate-limiting or unreachable. */
  reason: text('reason').notNull().default(''),
})

/** Addresses that want no messages on a topic any more. */
export const messageOptOuts = pgTable(
  'message_opt_outs',
  {
    channel: text('channel', { enum: ['mail', 'sms'] }).notNull(),
    /** Lower case. */
    address: text('address').notNull(),
    topic: text('topic', { enum: optOutTopics }).notNull().default('all'),
    /** The message whose link was used. */
    messageId: id64('message_id'),
    /** The reply to a short message, or where the opt-out came from; empty: by the link of a mail. */
    reason: text('reason').notNull().default(''),
    at: moment('at').notNull().default(sql`now()`),
    /** Since when messages go there again at the person's own request (`restoreReason`); a new opt-out ends that. */
    restoredAt: moment('restored_at'),
    restoredByName: text('restored_by_name').notNull().default(''),
    restoreReason: text('restore_reason').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.channel, t.address, t.topic] })],
)

/** Mailboxes that do not exist or refuse mail: nothing is sent to them until a person clears the mark. */
export const messageBounces = pgTable('message_bounces', {
  /** Lower case. */
  address: text('address').primaryKey(),
  /** Reply of the mail server. */
  reason: text('reason').notNull(),
  messageId: id64('message_id').notNull(),
  at: moment('at').notNull().default(sql`now()`),
})

/**
 * Notices for which a person has changed the usual: switched on where they are usually off, off where they are on. The four
 * of spec §2 are columns of `users`.
 */
export const userNotices = pgTable(
  'user_notices',
  {
    userId: reference('user_id', () => users.id),
    event: text('event', { enum: Object.keys(noticeEvents) as [string, ...string[]] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.event] })],
)
