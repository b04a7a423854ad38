// Inputs of visits: an enterprise, a product; and what was typed of products as text.
import { type SiteChoice, searchVisitEnterprises } from '#contract/visits/visit-enterprises.ts'
import { searchTalkProducts, type TalkProduct } from '#contract/visits/visits.ts'
import { FoundSelect, type FoundSelectProps } from '#web/kit/picker/found-select.tsx'
import { useCall } from '#web/lib/query.ts'
import { type TypedTalk, talkText } from './talks.rules.ts'

const siteOption = ({ id, name, note }: SiteChoice) => ({ value: id, label: name, note })

export function SitePicker(props: FoundSelectProps) {
  return (
    <FoundSelect
      {...props}
      placeholder="请选择拜访企业"
      call={searchVisitEnterprises}
      optionOf={siteOption}
      unknown="不是您的企业"
      none="没有符合条件的企业，请先在企业管理中新增"
    />
  )
}

const productOption = ({ id, name, unit }: TalkProduct) => ({ value: id, label: name, note: unit })

export function TalkProductPicker(props: FoundSelectProps) {
  return (
    <FoundSelect
      {...props}
      call={searchTalkProducts}
      optionOf={productOption}
      unknown="产品已不存在"
      none="没有符合条件的产品"
    />
  )
}

/** Blocks of a report as they are compared with those of another person. */
export function TalkTexts({ of: talks }: { of: readonly TypedTalk[] }) {
  const ids = [...new Set(talks.flatMap(({ productId }) => productId ?? []))]
  const products = useCall(searchTalkProducts, { ids }, { enabled: ids.length > 0, call: { hideErrorMsg: true } })
  const nameOf = (id: string | null) => products.data?.find((product) => product.id === id)?.name ?? '未选择产品'
  const lines = talks.map((talk) => `${nameOf(talk.productId)}：${talkText(talk)}`)
  return <span className="visit-talk-texts">{lines.join('\n') || '—'}</span>
}
