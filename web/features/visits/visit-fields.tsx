// Inputs of visits: an enterprise, a product.
import { type SiteChoice, searchVisitEnterprises } from '#contract/visits/visit-enterprises.ts'
import { searchTalkProducts, type TalkProduct } from '#contract/visits/visits.ts'
import { FoundSelect, type FoundSelectProps } from '#web/kit/picker/found-select.tsx'

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
