// The device's position, asked for anew each time: a cached one is where somebody was.
import { useState } from 'react'
import { placeProblems } from '#contract/visits/places.ts'

export type Found = {
  longitude: string
  latitude: string
  /** m */
  accuracy: number
  /** By the device's clock, ms since 1970. */
  foundAt: number
}

const DECIMALS = 6
const LOCATE_MS = 15_000

const failures: Readonly<Record<number, string>> = {
  1: '浏览器未允许定位',
  2: '设备未能获取位置',
  3: '定位超时，请重试',
}

export function useLocate(onFound: (found: Found) => void) {
  const [isLocating, setLocating] = useState(false)
  const [problem, setProblem] = useState<string>()
  const locate = () => {
    if (!('geolocation' in navigator)) return setProblem('此浏览器不能定位')
    setLocating(true)
    setProblem(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => {
        setLocating(false)
        const place = { longitude: coords.longitude.toFixed(DECIMALS), latitude: coords.latitude.toFixed(DECIMALS) }
        const wrong = placeProblems(place)
        if (wrong.longitude ?? wrong.latitude) setProblem('定位不在中国境内，请重试')
        else onFound({ ...place, accuracy: Math.round(coords.accuracy), foundAt: timestamp })
      },
      ({ code }) => {
        setLocating(false)
        setProblem(failures[code] ?? '定位失败')
      },
      { enableHighAccuracy: true, timeout: LOCATE_MS, maximumAge: 0 },
    )
  }
  return { isLocating, problem, locate }
}
