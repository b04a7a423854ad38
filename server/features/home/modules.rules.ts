// The order of the home page's modules: pure.
import { type BoardType, boardTypes, type HomeModule, type ModuleType, moduleTypes } from '#contract/home/home.ts'
import { EXPIRE_DAYS } from '#contract/limits.ts'

export type Placed = { configType: ModuleType; enabled: boolean }
export type Stored = { configType: number; enabled: boolean; orders: number }

export type IsOffered = (type: ModuleType) => boolean

/**
 * All four modules in order, those that are not offered last. By default enabled, at the position of its type (spec
 * §2).
 */
export function arrange(stored: readonly Stored[], isOffered: IsOffered): Placed[] {
  const byType = new Map(stored.map((row) => [row.configType, row]))
  return moduleTypes
    .map((configType) => ({ configType, enabled: true, orders: configType, ...byType.get(configType) }))
    .toSorted((a, b) => a.orders - b.orders || a.configType - b.configType)
    .map(({ configType, enabled }) => ({ configType: configType as ModuleType, enabled }))
    .toSorted((a, b) => Number(isOffered(b.configType)) - Number(isOffered(a.configType)))
}

/** Moves one module to the position `orders`, from 1; the others keep their order. */
export function place(modules: readonly Placed[], moved: Placed, orders: number): Placed[] {
  return modules.filter(({ configType }) => configType !== moved.configType).toSpliced(orders - 1, 0, moved)
}

export const isBoard = (type: ModuleType): type is BoardType => boardTypes.some((board) => board === type)

export function describeModules(
  modules: readonly Placed[],
  days: ReadonlyMap<number, number>,
  isOffered: IsOffered,
): HomeModule[] {
  return modules.map(({ configType, enabled }, at) => ({
    id: String(configType),
    configType,
    enabled: enabled ? 1 : 0,
    orders: at + 1,
    isOffered: isOffered(configType),
    days: isBoard(configType) ? (days.get(configType) ?? EXPIRE_DAYS) : null,
  }))
}
