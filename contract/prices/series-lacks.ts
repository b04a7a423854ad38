// Why a series has no value on a day, as text.
import { GROWTH_SLACK, type Lack } from './series-values.ts'

/** `nameOf`: the display name of the item or series with a code. */
export function explainLack(lack: Lack, nameOf: (code: string) => string): string {
  switch (lack.reason) {
    case 'missing':
      return `缺少：${lack.names.map(nameOf).join('、')}`
    case 'zeroDivision':
      return '除数为 0'
    case 'tooFew':
      return `需要 ${lack.needs} 期数据，只有 ${lack.has} 期`
    case 'noBase':
      return `${lack.months === 12 ? '上年' : '上月'}同日及此前 ${GROWTH_SLACK} 天没有数据`
    case 'tooLarge':
      return '结果过大'
  }
}
