// Where a published price went (去向), and the notices of a correction (更正说明) there.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Ids, Nullable, Text } from '#contract/fields.ts'
import { noticeOutcomeLabels, useChannelLabels } from './use-labels.ts'

const root = '/api/backend/prices/price'

/** Newest uses that are shown of an entry. */
export const USES_SHOWN = 200

const Notice = Type.Object({
  outcome: Choice('处理', noticeOutcomeLabels),
  text: Type.String(),
  byName: Type.String(),
  at: Type.String(),
})

const Use = Type.Object({
  id: Type.String(),
  channel: Choice('渠道', useChannelLabels),
  title: Type.String({ description: 'of the file, key, article or message' }),
  byName: Type.String(),
  at: Type.String({ description: 'of a key: when it first read that figure' }),
  low: Type.String(),
  high: Type.String(),
  average: Type.String(),
  isOld: Type.Boolean({ description: 'has another figure than readers see now' }),
  hasNewer: Type.Boolean({ description: 'the same target took the present figure later' }),
  notice: Nullable(Notice),
})
export type PriceUse = Static<typeof Use>

/** The newest first; none where the entry is out of the caller's scope. */
export const listPriceUses = readCall(
  '价格的去向',
  `${root}/uses`,
  anyOf(can('price', 'details'), can('priceReview', 'details')),
  { body: Fields({ id: Id('价格') }), data: Type.Array(Use) },
)

/** Notices of the entry's last correction to the recipients of its previous figure. 409 where it is not corrected. */
export const noteCorrection = writeCall(
  '登记更正说明',
  `${root}/noteCorrection`,
  anyOf(can('priceReview', 'pass'), can('price', 'verify'), can('price', 'edit')),
  {
    body: Fields({
      id: Id('价格'),
      useIds: Ids('去向', USES_SHOWN),
      outcome: Choice('处理', noticeOutcomeLabels),
      text: Text('更正说明', 1_000),
    }),
  },
)
