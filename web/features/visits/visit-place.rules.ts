// What is said of the position of an arrival.
import type { VisitDetail } from '#contract/visits/visits.ts'

const KM = 1_000

export const distanceText = (metres: number): string =>
  metres < KM ? `${metres} 米` : `${(metres / KM).toFixed(1)} 公里`

type Arrival = Pick<
  VisitDetail,
  'canChange' | 'longitude' | 'latitude' | 'accuracy' | 'distance' | 'placeReason' | 'isOff'
>

/** Only who may change the visit learns the coordinates, or that there are none; the distance is for all. */
export function placeText({ canChange, longitude, latitude, accuracy, distance, placeReason, isOff }: Arrival): string {
  const own = longitude === null ? '未定位' : `${longitude}, ${latitude}`
  return [
    canChange ? own : '坐标仅拜访人、其上级和管理员可见',
    accuracy !== null && `精度 ${accuracy} 米`,
    distance !== null && `距企业 ${distanceText(distance)}`,
    isOff && '偏离',
    placeReason,
  ]
    .filter(Boolean)
    .join(' · ')
}
