"""What Urban War advises before anybody rolls: targets, odds, reach, alerts."""
