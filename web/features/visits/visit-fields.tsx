// Inputs of visits: a moment, an enterprise, a product.
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { type SiteChoice, searchVisitEnterprises } from '../../../contract/visits/visit-enterprises.ts'
import { searchTalkProducts, type TalkProduct } from '../../../contract/visits/visits.ts'
import { FoundSelect, type FoundSelectProps } from '../../kit/picker/found-select.tsx'

type MomentProps = {
  id?: string
  value?: string | null
  onChange?: (at: string | null) => void
  placeholder?: string
  /** Nothing later than today. */
  isPast?: boolean
}

export function MomentInput({ id, value, onChange, placeholder = '请选择时间', isPast = false }: MomentProps) {
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      showTime={{ format: 'HH:mm', minuteStep: 5 }}
      format="YYYY-MM-DD HH:mm"
      placeholder={placeholder}
      {...(isPast && { maxDate: dayjs().endOf('day') })}
      value={value ? dayjs(value) : null}
      onChange={(at) => onChange?.(at ? at.second(0).millisecond(0).toISOString() : null)}
    />
  )
}

const siteOption = ({ id, name, note }: SiteChoice) => ({ value: id, label: name, note })

export function SitePicker(props: FoundSelectProps) {
  return (
    <FoundSelect
      {...props}
      placeholder="请选择拜访企业"
      call={searchVisitEnterprises}
      optionOf={siteOption}
      unknown="不是您的企业"
      none="没有符合的企业，请先在企业管理中新增"
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
      none="没有符合的产品"
    />
  )
}
