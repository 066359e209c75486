import { expect, test } from 'vitest';
import { profileOf } from './profile-link.ts';

test('members have a profile; guests and deleted accounts have none', () => {
  expect(profileOf('Ann')).toBe('/players/Ann');
  expect(profileOf('Guest-k7m2q')).toBeUndefined();
  expect(profileOf('Amber-Otter')).toBeUndefined();
  expect(profileOf('Amber-Otter-7')).toBeUndefined();
  expect(profileOf('Deleted-k7m2q')).toBeUndefined();
});
