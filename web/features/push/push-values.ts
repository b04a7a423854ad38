// Conversion between a push's form values and its calls' input.
import type { PushDetail, PushForm } from '#contract/push/pushes.ts'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { type AudienceValues, audienceOf, audienceValuesOf, freshAudience } from './push-audience.tsx'

/** What stands in a push as in its form. */
type Plain = Omit<PushForm, 'attachmentIds' | 'audience'>
export type PushValues = Plain & AudienceValues & { files: UploadedFile[]; listIds: string[] }

const fresh: Plain = {
  title: '',
  subject: '',
  text: '{{姓名}}，您好：\n\n',
  isAdvert: false,
  isTracked: false,
  productIds: [],
  quoteItemIds: [],
  articleIds: [],
  chartDays: 30,
  rendering: 'sending',
  timing: 'now',
  sendAt: null,
  sendTime: '',
}
export const freshPush: PushValues = { ...fresh, files: [], listIds: [], ...freshAudience }

const plainKeys = Object.keys(fresh) as (keyof Plain)[]

export function valuesOf(push: PushDetail): PushValues {
  const plain = Object.fromEntries(plainKeys.map((key) => [key, push[key]])) as Plain
  return { ...plain, ...audienceValuesOf(push.audience), listIds: push.audience.listIds, files: push.attachments }
}

export function formOf(values: PushValues): PushForm {
  const { files, reach, ruleProducts, kinds, levels, ownerIds, listIds, accountIds, excludedIds, ...rest } = {
    ...freshPush,
    ...values,
  }
  return {
    ...rest,
    sendAt: rest.timing === 'at' ? rest.sendAt : null,
    sendTime: rest.timing === 'workday' ? rest.sendTime : '',
    attachmentIds: files.map(({ id }) => id),
    audience: audienceOf({ reach, ruleProducts, kinds, levels, ownerIds, accountIds, excludedIds }, listIds),
  }
}
