// Positions in degrees, as texts: written to six decimals, and only within China.
import { Type } from 'typebox'

/** A box around China with its islands, degrees. */
const bounds = {
  longitude: { title: '经度', least: 73, most: 136 },
  latitude: { title: '纬度', least: 3, most: 54 },
} as const

/** Degrees with up to six decimals. */
const Degrees = (title: string) =>
  Type.String({
    title,
    pattern: '^-?[0-9]{1,3}([.][0-9]{1,6})?$',
    messages: { pattern: `${title}应为最多6位小数的度数` },
  })
export const Longitude = Degrees(bounds.longitude.title)
export const Latitude = Degrees(bounds.latitude.title)

export type Place = { longitude: string | null; latitude: string | null }

/** @returns what is wrong with each of the two, by field: outside China, or one without the other */
export function placeProblems(place: Place): Record<keyof Place, string | null> {
  const problemOf = (key: keyof Place, other: keyof Place) => {
    const { title, least, most } = bounds[key]
    const degrees = place[key]
    if (degrees === null) return place[other] === null ? null : `请输入${title}`
    return Number(degrees) >= least && Number(degrees) <= most
      ? null
      : `${title}应在 ${least} 到 ${most} 之间（中国境内）`
  }
  return { longitude: problemOf('longitude', 'latitude'), latitude: problemOf('latitude', 'longitude') }
}

const pair = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,，\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/

/** `120.153576,30.287459` as map sites give it; digits beyond the sixth are cut. Null where the text is no such pair. */
export function readPlace(text: string): { longitude: string; latitude: string } | null {
  const [, longitude, latitude] = pair.exec(text) ?? []
  if (longitude === undefined || latitude === undefined) return null
  const cut = (degrees: string) => degrees.replace(/(\.\d{6})\d+$/, '$1')
  return { longitude: cut(longitude), latitude: cut(latitude) }
}
