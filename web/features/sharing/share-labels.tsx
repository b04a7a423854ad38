// Labels and addresses of shares, and the reads that show them.
import {
  type LeadStage,
  leadStageLabels,
  shareChannelLabels,
  shareChannels,
  shareStateLabels,
  shareStates,
} from '#contract/sharing/share-labels.ts'
import { getShare, getShareCard, queryShares } from '#contract/sharing/shares.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status } from '#web/kit/table/status.tsx'

export const SHARES = '/application/shareArticlesOnWeChat'
export const SHARE_DETAILS = `${SHARES}/component/details`
export const SHARE_RANKING = `${SHARES}/component/getNum`
export const SHARED_ARTICLES = `${SHARES}/component/count`

export const shareReads = [queryShares, getShare, getShareCard]

export const channelOptions = optionsOf(shareChannelLabels, shareChannels)
export const stateOptions = optionsOf(shareStateLabels, shareStates)

export const shareTones = { open: 'good', ended: 'idle', offline: 'warning' } as const

const stageTones = { new: 'warning', contacted: 'warning', trial: 'good', formal: 'good', invalid: 'idle' } as const
export const Stage = ({ stage }: { stage: LeadStage }) => (
  <Status tone={stageTones[stage]}>{leadStageLabels[stage]}</Status>
)

/** `1 分 20 秒`; `—` where nobody has opened it. */
export function formatStay(seconds: number | null): string {
  if (seconds === null) return '—'
  if (seconds < 60) return `${seconds} 秒`
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} 分${rest === 0 ? '' : ` ${rest} 秒`}`
}

/** Of the browser's `Referer`, by host. */
export const hostName = (host: string) => (host === '' ? '直接打开（微信内多为此项）' : host)
