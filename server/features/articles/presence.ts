// Who has an article open, pushed to everyone who has it open, across processes. A row lives as long as its connection:
// the process that holds the connection refreshes it, so that a tab in the background stays present.

import { editions } from '#contract/articles/article-labels.ts'
import type { Present } from '#contract/live/live.ts'
import type { Core } from '#server/core/core.ts'
import { collect } from '#server/core/jobs/collect.ts'
import { notifyChange } from '#server/core/live/bus.ts'
import type { Peer } from '#server/core/live/live.ts'
import type { PresencePort } from '#server/core/live/presence-port.ts'
import { findArticles } from './articles.queries.ts'
import { endPresence, keepPresent, notePresence, peopleIn } from './presence.queries.ts'

/** Several pings within PRESENT_S. */
const KEEP_MS = 10_000
/** Maximum of articles per connection: a person has only a few tabs. */
const PLACES_MOST = 32

type Place = { articleId: string; mode: Present['mode'] }

export function articlePresence(core: Core): PresencePort {
  const { db, bus, live, log, actors } = core
  /** By connection: its tabs, each with its article. */
  const places = new Map<Peer, Map<string, Place>>()
  /** By article: the last list sent to its people here. */
  const told = new Map<string, string>()

  const peersIn = (articleId: string) =>
    [...places]
      .filter(([, tabs]) => [...tabs.values()].some((place) => place.articleId === articleId))
      .map(([peer]) => peer)

  const telling = collect(0, log, async (ids) => {
    const here = ids.filter((id) => peersIn(id).length > 0)
    for (const id of ids) if (!here.includes(id)) told.delete(id)
    if (here.length === 0) return
    for (const [articleId, people] of await peopleIn(db, here)) {
      const text = JSON.stringify(people)
      if (told.get(articleId) === text) continue
      told.set(articleId, text)
      live.tell(new Set(peersIn(articleId).map(({ userId }) => userId)), 'presence', { articleId, people })
    }
  })

  /** Review presence also changes the review queue, which shows who is reading. */
  const changed = async ({ articleId, mode }: Place) => {
    await notifyChange(db, { type: 'presence', ids: [articleId] })
    if (mode === 'review') await notifyChange(db, { type: 'articles' })
  }

  bus.onChange((change) => {
    if (change.type === 'presence') telling.add(change.ids)
  })

  const timer = setInterval(() => {
    const all = [...places.values()].flatMap((tabs) => [...tabs])
    if (all.length === 0) return
    keepPresent(
      db,
      all.map(([tab]) => tab),
    ).then(
      () => telling.add(all.map(([, { articleId }]) => articleId)),
      (error: unknown) => log.warn({ err: error }, 'presence was not kept'),
    )
  }, KEEP_MS)
  timer.unref()

  async function isTheirs(userId: string, articleId: string): Promise<boolean> {
    const person = await actors.person(userId)
    if (!person) return false
    for (const edition of editions) {
      if ((await findArticles(db, edition, [articleId], { ...person, sessionId: '' })).length > 0) return true
    }
    return false
  }

  const forget = async (peer: Peer, tab: string, place: Place) => {
    if (await endPresence(db, place.articleId, tab, peer.userId)) await changed(place)
  }

  return {
    enter: async (peer, { articleId, tab, mode }) => {
      const tabs = places.get(peer) ?? new Map<string, Place>()
      if (tabs.size >= PLACES_MOST || !(await isTheirs(peer.userId, articleId))) return
      if (peer.socket.readyState !== peer.socket.OPEN) return
      places.set(peer, tabs.set(tab, { articleId, mode }))
      told.delete(articleId)
      if (await notePresence(db, { articleId, tab, userId: peer.userId, mode })) await changed({ articleId, mode })
      else telling.add([articleId])
    },
    leave: async (peer, { tab }) => {
      const place = places.get(peer)?.get(tab)
      if (!place) return
      places.get(peer)?.delete(tab)
      await forget(peer, tab, place)
    },
    end: (peer) => {
      const tabs = places.get(peer)
      places.delete(peer)
      for (const [tab, place] of tabs ?? []) {
        // when the process stops before this, the rows expire by age
        forget(peer, tab, place).catch((error: unknown) => log.debug({ err: error }, 'presence was not ended'))
      }
    },
  }
}
