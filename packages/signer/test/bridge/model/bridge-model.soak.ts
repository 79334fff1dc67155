/** The same sequences and replays as in the tests, in numbers that find what is rare: BRIDGE_SEQUENCES (10,000) and BRIDGE_REPLAYS (2,000) from BRIDGE_SEED on. */
process.env['BRIDGE_SEQUENCES'] ??= '10000';
process.env['BRIDGE_REPLAYS'] ??= '2000';

await import('./model.test.ts');
await import('./replay.test.ts');

export {};
